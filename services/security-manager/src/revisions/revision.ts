/** The configuration of one device at one point in time. It consists of the parts that the client uploaded. */
export interface Revision {
  readonly id: number;
  readonly deviceId: number;
  /** A time at which the device had this configuration. */
  readonly configuredAt: Date;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** The number of the revision before this one, or null for the first revision. */
  readonly baseRevision: number | null;
  readonly schema: string;
  /** The names of the revision's parts, in order. */
  readonly parts: readonly string[];
  /** How many lines were not understood. */
  readonly notUnderstood: number;
  /**
   * "pending": writing the revision's rows to the search index and making the revision current has not begun or has not
   * finished. "searchable": the revision is current, or was current earlier. "overtaken": a newer revision arrived
   * before this one became current, so its rows are never searched. "refused": the rows can't be computed, for example
   * because a part is no longer stored.
   */
  readonly state: "pending" | "searchable" | "overtaken" | "refused";
  /** The number of attempts to make the revision. It is above one if an attempt failed. */
  readonly attempts: number;
  /**
   * How much the revision changed compared with the previous one. Null until this is known, and always null for a first
   * revision.
   */
  readonly changes: ChangeCounts | null;
}

/** How many rules, objects and routes a revision added, removed and changed. */
export interface ChangeCounts {
  readonly rules: CountedChange;
  readonly objects: CountedChange;
  readonly routes: CountedChange;
}

export interface CountedChange {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** One entry of the change log. */
export interface Change {
  readonly change: "ADDED" | "REMOVED" | "CHANGED";
  readonly kind: "rule" | "network" | "service" | "schedule" | "route";
  /** The id of a rule. Only rules have one. */
  readonly id?: string;
  readonly policy?: string;
  /** A name for people: the name of an object, the number and name of a rule, or the destination of a route. */
  readonly name: string;
}
