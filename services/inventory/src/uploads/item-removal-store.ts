import type { Scope } from "../connectors/discovery-run.ts";

/**
 * Describes the items of one registration in the scope of a run. By `sequence`, items that this run or a newer run has
 * seen are distinguished from all other items.
 */
export interface RunCoverage {
  readonly connectorUuid: string;
  readonly scope: Scope;
  readonly sequence: number;
}

/** Port: removal of stored items. Calls throw while the database is unavailable. */
export interface ItemRemovalStore {
  /** How many items the run did not see, and how many it or a newer run saw. */
  count(coverage: RunCoverage): Promise<{ readonly unseen: number; readonly seen: number }>;
  /**
   * Turns items that the run did not see into open tombstones with a higher revision. Works in steps, yields the number
   * of items in each step, and ends when no such item is left. An item that is seen meanwhile is not removed.
   */
  removeUnseen(coverage: RunCoverage, at: Date): AsyncIterable<number>;
  /** How many tombstones of this run exist. */
  countRemoved(coverage: RunCoverage): Promise<number>;
  /** Deletes projected tombstones from before this time, at most `limit`. Returns their number. */
  purge(before: Date, limit: number): Promise<number>;
}
