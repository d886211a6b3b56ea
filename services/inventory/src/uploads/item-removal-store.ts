import type { Scope } from "../connectors/discovery-run.ts";

/** A part of the items of one registration, divided by a run: what it saw, or a newer one, and what it did not see. */
export interface Sweep {
  readonly connectorUuid: string;
  readonly scope: Scope;
  readonly sequence: number;
}

/** Port: the part of the item record that removes. Calls throw while the record engine is away. */
export interface ItemRemovalStore {
  /** How many items the run did not see, and how many it, or a newer run, did. */
  count(sweep: Sweep): Promise<{ readonly unseen: number; readonly seen: number }>;
  /**
   * Mutex what the run did not see into tombstones with a higher revision, marked as not projected yet; yields how many
   * after each step, and ends when there is nothing left. An item that is seen meanwhile stays.
   */
  removeUnseen(sweep: Sweep, at: Date): AsyncIterable<number>;
  /** How many tombstones this run left that nobody brought back. */
  countRemoved(sweep: Sweep): Promise<number>;
  /** Forgets tombstones from before this time that are projected, at most `limit`; answers how many. */
  purge(before: Date, limit: number): Promise<number>;
}
