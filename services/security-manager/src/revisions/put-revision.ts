import { SNAPSHOT_SCHEMA } from "@network-access/service-contracts/device-snapshot";
import { type InvalidInput, invalidInput } from "@network-access/service-runtime/failure";
import { z } from "zod";
import type { PartStore } from "./part-store.ts";
import { type ReadSnapshot, readSnapshot } from "./read-snapshot.ts";
import type { Revision } from "./revision.ts";
import type { RevisionStore } from "./revision-store.ts";

const MOST_PARTS = 10_000;

/** The body of a request that creates a revision. */
export const RevisionInput = z
  .strictObject({
    configuredAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    /**
     * The id of the device's newest revision, or null if there is none. A revision is created only if this id is
     * correct.
     */
    baseRevision: z.int().min(1).nullable(),
    schema: z.literal(SNAPSHOT_SCHEMA, `must be "${SNAPSHOT_SCHEMA}"`),
    parts: z
      .array(z.string().regex(/^[0-9a-f]{64}$/, "must be the SHA-256 of a part in lower-case hexadecimal digits"))
      .min(1)
      // The limit is high, because each policy is a separate part, and a device may have thousands of policies.
      .max(MOST_PARTS, `has more than ${MOST_PARTS} names; a device may have that many parts`),
  })
  .meta({ id: "RevisionInput" });
export type RevisionInput = z.output<typeof RevisionInput>;

interface Needs {
  readonly parts: PartStore;
  readonly revisions: RevisionStore;
  readonly nextId: () => Promise<number>;
  readonly now: () => Date;
  /**
   * Runs only one `work` at a time. Each `work` assembles a snapshot, and a large snapshot takes several hundred MiB.
   */
  readonly oneAtATime: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export type PutRevision =
  | { readonly ok: true; readonly revision: Revision; readonly isNew: boolean }
  | { readonly ok: false; readonly kind: "invalid"; readonly failure: InvalidInput }
  | { readonly ok: false; readonly kind: "missing-parts"; readonly missing: readonly string[] }
  | { readonly ok: false; readonly kind: "other-newest"; readonly newest: number | null };

/** Creates a revision from stored parts. Refuses parts that can't be assembled into a snapshot. */
export async function putRevision(
  needs: Needs,
  deviceId: number,
  by: string,
  input: RevisionInput,
): Promise<PutRevision> {
  const { parts, revisions, nextId, now, oneAtATime } = needs;
  const stored = await parts.touch(deviceId, input.parts, now());
  const missing = [...new Set(input.parts.filter((name) => !stored.has(name)))];
  if (missing.length > 0) return { ok: false, kind: "missing-parts", missing };

  const newest = await revisions.newest(deviceId);
  if (newest && newest.parts.join() === input.parts.join() && newest.state !== "refused")
    return { ok: true, revision: newest, isNew: false };
  if (input.baseRevision !== (newest?.id ?? null))
    return { ok: false, kind: "other-newest", newest: newest?.id ?? null };
  const wrongTime = timeProblem(input.configuredAt, newest, now());
  if (wrongTime !== undefined) return invalid(invalidInput("configuredAt", wrongTime));

  // Reads the texts too, because a snapshot whose texts have too many bytes together is refused.
  const read: ReadSnapshot = await oneAtATime(() => readSnapshot(parts, deviceId, input.parts, "with texts"));
  if (!read.ok) return invalid(invalidInput("parts", read.problem));
  const { configuredAt, baseRevision, schema } = input;
  const revision: Revision = {
    ...{ id: await nextId(), deviceId, configuredAt, createdAt: now(), createdBy: by, baseRevision, schema },
    ...{
      parts: input.parts,
      notUnderstood: read.snapshot.notUnderstood.length,
      state: "pending",
      attempts: 0,
      changes: null,
    },
  };
  if (!(await revisions.insert(revision))) {
    const other = await revisions.newest(deviceId);
    return { ok: false, kind: "other-newest", newest: other?.id ?? null };
  }
  return { ok: true, revision, isNew: true };
}

function timeProblem(configuredAt: Date, newest: Revision | undefined, now: Date): string | undefined {
  if (configuredAt > now) return `is in the future; it is ${now.toISOString()} here`;
  if (newest && configuredAt < newest.configuredAt)
    return `is before ${newest.configuredAt.toISOString()}, the time of the newest revision`;
  return undefined;
}

function invalid(failure: InvalidInput): PutRevision {
  return { ok: false, kind: "invalid", failure };
}
