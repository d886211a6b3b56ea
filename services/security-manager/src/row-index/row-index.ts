import type { RowEntity } from "../rows/row.ts";
import type { Clause } from "../siql/compiling/clause.ts";

/** The fields of a row that come from the notes of its rule. */
export interface RowNotes {
  /** The version of the notes. An update never replaces it by an older version. */
  readonly version: number;
  readonly fields: object;
}

/** A row ready to be written. */
export interface RowWrite {
  readonly id: string;
  readonly document: object;
  /** Present only in the rows of rules. */
  readonly notes?: RowNotes;
}

/** New notes for the row with this id. They are ignored if there is no such row. */
export interface NotesUpdate {
  readonly id: string;
  readonly notes: RowNotes;
}

/** The arguments of one page of a search. */
export interface RowQuery {
  readonly clause: Clause;
  readonly sort: readonly object[];
  readonly from: number;
  readonly size: number;
  /**
   * The position after which the page begins: `FoundRow.at` of the last row of the previous page. If `after` is given,
   * `from` must be 0.
   */
  readonly after?: readonly unknown[];
  /** True if `total` is needed. The default is true. */
  readonly counted?: boolean;
}

export interface FoundRow {
  readonly id: string;
  readonly deviceId: number | null;
  readonly record: Readonly<Record<string, unknown>>;
  /** The row's position in the requested order. */
  readonly at: readonly unknown[];
}

interface FoundRows {
  /** The exact number of found rows, or 0 if `RowQuery.counted` is false. */
  readonly total: number;
  readonly rows: readonly FoundRow[];
}

/** The ids of rows with their devices. */
export interface FoundIds {
  readonly total: number;
  readonly rows: readonly Pick<FoundRow, "id" | "deviceId">[];
}

/** The result of a search, or "too-large" if the response of the index would exceed the size limit. */
export type RowAnswer = FoundRows | "too-large";

/** Writes rows and their notes. */
export type RowWriter = Pick<RowIndex, "write" | "updateNotes">;

/** Access to the indexed rows of all revisions, by entity. Calls throw IndexAway while the index is unavailable. */
export interface RowIndex {
  /** Returns whether every index exists. */
  exist(): Promise<boolean>;
  /** Creates indexes that are missing. Searches in them fail until `fill` has written their rows. */
  prepare(fill: (target: RowWriter) => Promise<void>): Promise<void>;
  /**
   * Writes rows to the index that is searched and, during a rebuild, also to the index that is being built. If an index
   * already has a row, only the row's notes are replaced, and only if the given notes are newer. Repeating a call is
   * safe.
   */
  write(entity: RowEntity, rows: readonly RowWrite[]): Promise<void>;
  /**
   * Replaces the notes in rows of rules if the given notes are newer. Writes to the index that is searched and, during
   * a rebuild, also to the index that is being built. Skips rows that do not exist.
   */
  updateNotes(updates: readonly NotesUpdate[]): Promise<void>;
  /** Makes all rows that were written so far visible to searches. */
  refresh(entity: RowEntity): Promise<void>;
  /**
   * Returns the number of rows of a revision that searches can find. First makes all rows that were written so far
   * visible to searches, so they are counted.
   */
  count(entity: RowEntity, revision: number): Promise<number>;
  /** Removes the rows of revisions. */
  remove(entity: RowEntity, revisions: readonly number[]): Promise<void>;
  /** Returns the numbers of at most 10,000 revisions that have rows, without the revisions in `but`. */
  revisions(entity: RowEntity, but: readonly number[]): Promise<readonly number[]>;
  /**
   * Returns a text that identifies all indexes, including those that are being built. The text changes when an index is
   * created or removed.
   */
  indexes(): Promise<string>;
  /**
   * Updates the device name in rows of a device that have another name, at most 2,000 rows per index and call. Returns
   * false if all rows of the device already have this name.
   */
  rename(entity: RowEntity, deviceId: number, name: string): Promise<boolean>;
  /** Returns the ids of the rows that a clause finds, at most 10,000. */
  list(entity: RowEntity, clause: Clause, signal?: AbortSignal): Promise<FoundIds>;
  search(entity: RowEntity, query: RowQuery, signal?: AbortSignal): Promise<RowAnswer>;
}
