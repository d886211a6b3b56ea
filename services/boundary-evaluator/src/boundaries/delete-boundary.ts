import { canBeId } from "@network-access/firewall-rules/parse-boundary";
import type { Failure } from "@network-access/service-runtime/failure";
import type { BoundarySequence, BoundaryStore } from "./boundary-store.ts";

export interface DeleteBoundaryNeeds {
  readonly boundaries: Pick<BoundaryStore, "head" | "replace">;
  readonly sequence: Pick<BoundarySequence, "raise">;
}

/**
 * The limit of attempts to delete a boundary. An attempt fails only if another caller changed the boundary
 * concurrently.
 */
const MAX_ATTEMPTS = 50;

/** Deletes a boundary. Its revisions stay readable. */
export async function deleteBoundary(
  { boundaries, sequence }: DeleteBoundaryNeeds,
  id: string,
): Promise<{ readonly ok: true; readonly id: string } | { readonly ok: false; readonly failure: Failure }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const previous = canBeId(id) ? await boundaries.head(id) : null;
    if (previous?.kind !== "boundary")
      return { ok: false, failure: { kind: "not-found", message: `there is no boundary "${id}"` } };
    const { uuid, revision } = previous.boundary;
    if (await boundaries.replace({ kind: "tombstone", tombstone: { id, uuid, revision } }, previous)) {
      await sequence.raise(id);
      return { ok: true, id };
    }
  }
  return { ok: false, failure: { kind: "conflict", message: `"${id}" is being saved by many at once; try again` } };
}
