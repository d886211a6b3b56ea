import type { RowEntity } from "../rows/row.ts";
import type { Clause } from "../siql/compiling/clause.ts";

/** A row ready to be written. */
export interface RowWrite {
  readonly id: string;
  readonly document: object;
}

/** One page of a search. */
interface RowQuery {
  readonly clause: Clause;
  readonly sort: readonly object[];
  readonly from: number;
  readonly size: number;
  /** The place after which the page begins, as `FoundRow.at` of the last row before; `from` is then 0. */
  readonly after?: readonly unknown[];
}

export interface FoundRow {
  readonly id: string;
  readonly deviceId: number | null;
  readonly record: Readonly<Record<string, unknown>>;
  /** Its place in the order that was asked for. */
  readonly at: readonly unknown[];
}

export interface FoundRows {
  readonly total: number;
  readonly rows: readonly FoundRow[];
}

/** Port: the rows of all revisions, by entity. Calls throw IndexAway while the index is away. */
export interface RowIndex {
  /** Creates what is missing. */
  prepare(): Promise<void>;
  /** Writes rows to the index that is searched and to one that is being built. Repetition changes nothing. */
  write(entity: RowEntity, rows: readonly RowWrite[]): Promise<void>;
  /** How many rows of a revision can be found, all writes so far included. */
  count(entity: RowEntity, revision: number): Promise<number>;
  /** Removes the rows of revisions. */
  remove(entity: RowEntity, revisions: readonly number[]): Promise<void>;
  /** The numbers of all revisions that have rows, at most 10,000. */
  revisions(entity: RowEntity): Promise<readonly number[]>;
  search(entity: RowEntity, query: RowQuery, signal?: AbortSignal): Promise<FoundRows>;
}
