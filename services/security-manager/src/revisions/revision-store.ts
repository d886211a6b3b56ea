import type { Change, ChangeCounts, Revision } from "./revision.ts";
import type { RevisionDigest } from "./revision-digest.ts";

/** Port: the revisions of devices. Calls throw while the database is unavailable. */
export interface RevisionStore {
  /** False when another revision has the same one before it, or the number is taken. */
  insert(revision: Revision): Promise<boolean>;
  find(id: number): Promise<Revision | undefined>;
  newest(deviceId: number): Promise<Revision | undefined>;
  /** The newest first. */
  list(
    deviceId: number,
    skip: number,
    limit: number,
  ): Promise<{ readonly total: number; readonly found: readonly Revision[] }>;
  /** Gives a pending revision to the caller for `ms`; the oldest that nobody has. */
  claim(now: Date, ms: number): Promise<Revision | undefined>;
  finish(id: number, state: Revision["state"]): Promise<void>;
  /** Undefined until it is stored. */
  readDigest(id: number): Promise<RevisionDigest | undefined>;
  /** Stores the digest with the changes against the revision before; null for the first one. */
  storeDigest(
    id: number,
    digest: RevisionDigest,
    changes: readonly Change[] | null,
    counts: ChangeCounts | null,
  ): Promise<void>;
  /** Undefined until they are known; empty for the first revision. */
  readChanges(id: number): Promise<readonly Change[] | undefined>;
  /** Whether a revision names a part. */
  usesPart(deviceId: number, sha256: string): Promise<boolean>;
  /** Revisions made before a time, the oldest first. */
  listCreatedBefore(time: Date, limit: number): Promise<readonly Revision[]>;
  /** The pending revisions of a device. */
  listPendingOf(deviceId: number): Promise<readonly number[]>;
  /** Which of the revisions are pending. */
  listPending(ids: readonly number[]): Promise<ReadonlySet<number>>;
  remove(id: number): Promise<void>;
}
