import { type BoundaryInput, parseBoundary } from "@network-access/firewall-rules/parse-boundary";
import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import type { Boundary } from "./boundary.ts";
import { type BoundaryHead, type BoundarySequence, type BoundaryStore, revisionOf } from "./boundary-store.ts";

export interface SaveBoundaryNeeds {
  readonly boundaries: Pick<BoundaryStore, "head" | "replace">;
  readonly sequence: Pick<BoundarySequence, "raise">;
  now(): Date;
  newUuid(): string;
}

export interface SaveBoundary {
  readonly input: BoundaryInput;
  /**
   * The revision that the stored boundary must have. 0 means that no boundary with this id may exist. Null means that
   * any revision is accepted.
   */
  readonly expectedRevision: number | null;
  /** The display name of the caller. */
  readonly by: string;
}

/**
 * The maximum number of attempts to save a boundary. An attempt fails only if another caller saves or deletes the same
 * boundary concurrently.
 */
const MAX_ATTEMPTS = 50;

/**
 * Creates or replaces a boundary, and then raises the sequence number. Every evaluation that starts after the function
 * has returned uses the saved boundary. Concurrent saves of the same boundary become separate revisions if their
 * `expectedRevision` is null.
 */
export async function saveBoundary(
  { boundaries, sequence, now, newUuid }: SaveBoundaryNeeds,
  { input, expectedRevision, by }: SaveBoundary,
): Promise<{ readonly ok: true; readonly boundary: Boundary } | { readonly ok: false; readonly failure: Failure }> {
  const parsed = parseBoundary(input);
  if (!parsed.ok) return { ok: false, failure: { kind: "invalid-input", fields: parsed.fields } };
  if (expectedRevision !== null && expectedRevision < 0)
    return {
      ok: false,
      failure: invalidInput("expectedRevision", `is ${expectedRevision}; 0 for a new boundary, or its revision`),
    };

  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const previous = await boundaries.head(parsed.text.id);
    const existing = previous?.kind === "boundary" ? previous.boundary : null;
    if (expectedRevision !== null && expectedRevision !== (existing?.revision ?? 0))
      return {
        ok: false,
        failure: { kind: "conflict", message: conflictMessage(input.id, expectedRevision, existing) },
      };
    const at = now().toISOString();
    const boundary: Boundary = {
      ...parsed.text,
      uuid: existing?.uuid ?? newUuid(),
      revision: revisionOf(previous) + 1,
      createdAt: existing?.createdAt ?? at,
      createdBy: existing?.createdBy ?? by,
      updatedAt: at,
      updatedBy: by,
    };
    const next: BoundaryHead = { kind: "boundary", boundary };
    if (await boundaries.replace(next, previous)) {
      await sequence.raise(boundary.id);
      return { ok: true, boundary };
    }
  }
  return {
    ok: false,
    failure: { kind: "conflict", message: `"${input.id}" is being saved by many at once; try again` },
  };
}

function conflictMessage(id: string, expected: number, existing: Boundary | null): string {
  if (existing === null) return `there is no boundary "${id}"; expect revision 0 to create it`;
  if (expected === 0) return `the boundary "${id}" exists already, in revision ${existing.revision}`;
  return `the boundary "${id}" is in revision ${existing.revision}, not ${expected}; read it again and repeat your change`;
}
