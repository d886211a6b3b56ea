import type { Scope } from "../connectors/discovery-run.ts";

/**
 * Selects the items of one connector registration that are in the scope of a run. `sequence` is the number of the run.
 * Each item has the number of the newest run that saw the item. If that number is at least `sequence`, the item counts
 * as seen.
 */
export interface RunCoverage {
  readonly connectorUuid: string;
  readonly scope: Scope;
  readonly sequence: number;
}

/** Removes stored items, and purges their tombstones. Calls throw while the database is unavailable. */
export interface ItemRemovalStore {
  /**
   * Counts the items that `coverage` selects, without tombstones. `seen` is the number of items that the run of
   * `coverage` or a newer run saw. `unseen` is the number of all other items.
   */
  count(coverage: RunCoverage): Promise<{ readonly unseen: number; readonly seen: number }>;
  /**
   * Turns each item that the run did not see into a tombstone, raises the item's revision, and marks the tombstone as
   * open (not yet projected). Works in steps and yields the number of items that each step removed. Ends when no unseen
   * item is left. An item that this run or a newer run sees during the call is not removed.
   */
  removeUnseen(coverage: RunCoverage, at: Date): AsyncIterable<number>;
  /** Returns the number of tombstones of this run. */
  countRemoved(coverage: RunCoverage): Promise<number>;
  /**
   * Deletes at most `limit` tombstones, and returns how many it deleted. Deletes only tombstones that are projected and
   * whose items were removed earlier than `before`.
   */
  purge(before: Date, limit: number): Promise<number>;
}
