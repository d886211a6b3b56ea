import type { RowChange } from "../rows/revision-model.ts";

/**
 * The properties of a row with which the rows of the next revision are compared. Times are in milliseconds since 1970.
 */
export interface DigestedRow {
  readonly policy: string;
  /** The hash of the row's line without its number. */
  readonly hash: string;
  readonly action: string;
  readonly name: string;
  readonly number: number;
  /** False for an implicit row, which is not a line of the configuration. */
  readonly isLine: boolean;
  readonly id: string;
  readonly created: number | null;
  readonly lastChanged: number | null;
  /**
   * The last change of the row. Undefined if the row has not changed since the first revision. Also undefined if the
   * row last changed under an earlier release, which did not store this value.
   */
  readonly lastChange?: RowChange;
}

export interface DigestedObject {
  readonly kind: "network" | "service" | "schedule";
  readonly name: string;
  readonly hash: string;
}

/**
 * The data of a revision with which the next revision is compared. `rows` has one element for each row of the snapshot,
 * in the order of the snapshot.
 */
export interface RevisionDigest {
  readonly rows: readonly DigestedRow[];
  readonly objects: readonly DigestedObject[];
  /** The routes as texts. Each text includes the virtual router of the route. */
  readonly routes: readonly string[];
}
