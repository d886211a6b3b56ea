import type { Change, ChangeCounts, Revision } from "./revision.ts";
import type { RevisionDigest } from "./revision-digest.ts";

/** A revision that the caller has claimed. */
export interface Claimed {
  readonly revision: Revision;
  /** Whether the previous claim expired, because its process died or was too slow. */
  readonly lapsed: boolean;
}

/** A revision without `parts`, because a revision may have the names of thousands of parts. */
export type ListedRevision = Omit<Revision, "parts">;

/** Access to the stored revisions of devices. Calls throw while the database is unavailable. */
export interface RevisionStore {
  /**
   * Stores a new revision. Returns false if another revision already has the same previous revision or the same number.
   */
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
  /**
   * Claims the first revision in the queue that is pending and due at `at`. A revision is due if the time of its next
   * attempt has come or its previous claim has expired. The new claim ends at `until`. Returns undefined if no revision
   * is due.
   */
  claim(claim: string, at: Date, until: Date): Promise<Claimed | undefined>;
  /**
   * Extends a claim to `until`. Returns false if the claim was lost: another process has claimed the revision, or the
   * revision is no longer pending.
   */
  renewClaim(id: number, claim: string, until: Date): Promise<boolean>;
  /** Ends a claim. The next attempt is due at `dueAt`. */
  releaseClaim(id: number, claim: string, dueAt: Date): Promise<void>;
  /**
   * Ends a claim and finishes the revision. If the revision was overtaken, the newest pending revision of the device
   * takes its position in the queue. A device that changes often therefore does not go back to the end of the queue
   * with each new revision. Has no effect if another process has claimed the revision.
   */
  finish(id: number, claim: string, state: "overtaken" | "refused"): Promise<void>;
  /**
   * Records that a revision is, or once was, the current revision of its device. Any process may call this method, even
   * if another process made the revision current.
   */
  noteSearchable(id: number): Promise<void>;
  /**
   * Returns the digest of a revision: the data with which the next revision is compared. Returns undefined until the
   * digest is stored.
   */
  readDigest(id: number): Promise<RevisionDigest | undefined>;
  /**
   * Stores the digest of a revision, its changes from the previous revision, and their counts. For a first revision,
   * `changes` and `counts` are null.
   */
  storeDigest(
    revision: Pick<Revision, "id" | "deviceId">,
    digest: RevisionDigest,
    changes: readonly Change[] | null,
    counts: ChangeCounts | null,
  ): Promise<void>;
  /**
   * Returns the changes of a revision. Returns undefined until they are known, and an empty list for a first revision.
   */
  readChanges(id: number): Promise<readonly Change[] | undefined>;
  /** Returns whether a revision contains a part. */
  usesPart(deviceId: number, sha256: string): Promise<boolean>;
  /**
   * Returns at most `limit` revisions that were created before `time` and whose ids are above `after`, in ascending
   * order of their ids.
   */
  listCreatedBefore(time: Date, after: number, limit: number): Promise<readonly ListedRevision[]>;
  /** Returns the time at which the oldest pending revision was stored. Undefined if no revision is pending. */
  oldestPending(): Promise<Date | undefined>;
  /** Returns the pending revisions of a device. */
  listPendingOf(deviceId: number): Promise<readonly number[]>;
  /** Returns which of the revisions are pending. */
  listPending(ids: readonly number[]): Promise<ReadonlySet<number>>;
  remove(id: number): Promise<void>;
  removeOfDevice(deviceId: number): Promise<void>;
  /**
   * Records that revisions were found to be neither current nor pending. Returns the time of the first such call for
   * each revision. This time is `at` if no time is stored yet. Deletes the stored times of all revisions that are not
   * in `ids`.
   */
  noteReplaced(ids: readonly number[], at: Date): Promise<ReadonlyMap<number, Date>>;
}
