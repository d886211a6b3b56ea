import type { Scope } from "../connectors/discovery-run.ts";

/**
 * Describes the items of one registration in the scope of a run. `sequence` is the number of the run. The items that
 * this run or a newer run has seen have the number `sequence` or a higher number.
 */
export interface RunCoverage {
  readonly connectorUuid: string;
  readonly scope: Scope;
  readonly sequence: number;
}

/** The removal of stored items. Calls throw while the database is unavailable. */
export interface ItemRemovalStore {
  /** Returns the number of items that the run did not see, and the number of items that this run or a newer run saw. */
  count(coverage: RunCoverage): Promise<{ readonly unseen: number; readonly seen: number }>;
  /**
   * Turns items that the run did not see into tombstones. The tombstones have a higher revision and are open (not yet
   * projected). Works in steps, yields the number of items in each step, and ends when no such item is left. An item
   * that this run or a newer run sees during the call is not removed.
   */
  removeUnseen(coverage: RunCoverage, at: Date): AsyncIterable<number>;
  /** Returns the number of tombstones of this run. */
  countRemoved(coverage: RunCoverage): Promise<number>;
  /**
   * Deletes at most `limit` projected tombstones of items that were removed before `before`. Returns the number of
   * deleted tombstones.
   */
  purge(before: Date, limit: number): Promise<number>;
}
