import type { Change, ChangeCounts, Revision } from "./revision.ts";
import type { RevisionDigest } from "./revision-digest.ts";

/** A revision that the caller has claimed. */
export interface Claimed {
  readonly revision: Revision;
  /** Whether the previous attempt did not end, because its process died or was too slow. */
  readonly lapsed: boolean;
}

/** A revision without the names of its parts, of which there may be thousands. */
export type ListedRevision = Omit<Revision, "parts">;

/** Port to the revisions of devices. Calls throw while the database is unavailable. */
export interface RevisionStore {
  /** Returns false if another revision follows the same revision, or the number is taken. */
  insert(revision: Revision): Promise<boolean>;
  find(id: number): Promise<Revision | undefined>;
  newest(deviceId: number): Promise<Revision | undefined>;
  /** Returns the revisions of a device, the newest first. */
  list(
    deviceId: number,
    skip: number,
    limit: number,
  ): Promise<{ readonly total: number; readonly found: readonly ListedRevision[] }>;
  /** Returns the newest revision of a device that is older than `id`. */
  newestBefore(deviceId: number, id: number): Promise<Revision | undefined>;
  /** Claims for the caller the first revision of the queue that is due and that no process works on. */
  claim(claim: string, at: Date, until: Date): Promise<Claimed | undefined>;
  /** Returns false if another process has the revision by now, or it is done. */
  renewClaim(id: number, claim: string, until: Date): Promise<boolean>;
  /** Ends a claim. The next attempt is due at `dueAt`. */
  releaseClaim(id: number, claim: string, dueAt: Date): Promise<void>;
  /**
   * Ends a claim and the making of the revision. The newest pending revision of the device takes the place of an
   * overtaken one in the queue, so that no device waits longer because it changes often. Has no effect if another
   * process has the claim by now.
   */
  finish(id: number, claim: string, state: "overtaken" | "refused"): Promise<void>;
  /** Notes that a revision is current or was, whichever process has made it. */
  noteSearchable(id: number): Promise<void>;
  /** Returns undefined until the digest is stored. */
  readDigest(id: number): Promise<RevisionDigest | undefined>;
  /** Stores the digest with the changes against the revision before; null for the first one. */
  storeDigest(
    revision: Pick<Revision, "id" | "deviceId">,
    digest: RevisionDigest,
    changes: readonly Change[] | null,
    counts: ChangeCounts | null,
  ): Promise<void>;
  /** Returns undefined until the changes are known, and an empty result for the first revision. */
  readChanges(id: number): Promise<readonly Change[] | undefined>;
  /** Returns whether a revision contains a part. */
  usesPart(deviceId: number, sha256: string): Promise<boolean>;
  /** Revisions made before a time, in order of their ids behind `after`. */
  listCreatedBefore(time: Date, after: number, limit: number): Promise<readonly ListedRevision[]>;
  /** Returns the pending revisions of a device. */
  listPendingOf(deviceId: number): Promise<readonly number[]>;
  /** Returns which of the revisions are pending. */
  listPending(ids: readonly number[]): Promise<ReadonlySet<number>>;
  remove(id: number): Promise<void>;
  removeOfDevice(deviceId: number): Promise<void>;
  /** Since when each of these revisions is known to be replaced: since `at` where that is new. Others are forgotten. */
  noteReplaced(ids: readonly number[], at: Date): Promise<ReadonlyMap<number, Date>>;
}
