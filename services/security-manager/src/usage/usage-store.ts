/** The columns of a rule in which hits can be reported for single objects. */
export const USAGE_COLUMNS = ["sources", "destinations", "services", "apps", "users"] as const;
export type UsageColumn = (typeof USAGE_COLUMNS)[number];

/** Hits of one object of a column. */
export interface ObjectHits {
  readonly column: UsageColumn;
  readonly id: string;
  /**
   * The id of the object that is listed in the rule's column: the object `id` itself, or a group that contains it. Null
   * if the report does not contain this id.
   */
  readonly parentId: string | null;
  readonly hits: number;
}

/** The hits that one report contains for a rule. */
export interface RuleReport {
  readonly ruleId: string;
  readonly hits: number;
  readonly objects: readonly ObjectHits[];
}

/** The hits of one report, and the end of the report in milliseconds since 1970. */
export interface Hits {
  readonly end: number;
  readonly hits: number;
}

/** The reports of a rule on one day or in a period. */
export interface RuleHits {
  readonly ruleId: string;
  readonly reports: readonly Hits[];
}

/** The usage of a device on one UTC day. */
export interface UsageDay {
  readonly deviceId: number;
  /** The start of the day, in milliseconds since 1970. */
  readonly day: number;
  /** The hits of all rules on this day. While `isOpen` is true, this sum may lack the newest reports. */
  readonly hits: number;
  readonly isOpen: boolean;
  /** A number that every report of the day raises. */
  readonly version: number;
}

/** A call that writes reports of a day. It must not write after `until`. */
export interface Writing {
  /** Unique for each call that writes reports. */
  readonly writer: string;
  readonly until: Date;
}

/**
 * Stores the reported usage of rules. Methods throw while the database is unavailable.
 *
 * Each day of a device has a stored sum of hits. The day is open while this sum may be outdated. A caller opens the day
 * before it writes reports of the day (`beginWriting`), and again after the write (`endWriting`). The day stays open
 * until `closeDay` stores the sum.
 */
export interface UsageStore {
  /** Opens a day. The day stays open at least until the writer calls `endWriting` or the time `until` has passed. */
  beginWriting(deviceId: number, day: number, writing: Writing): Promise<void>;
  endWriting(deviceId: number, day: number, writer: string): Promise<void>;
  /** Writes reports that all end at `end`. A report replaces an earlier report of the same rule with the same end. */
  writeReports(deviceId: number, end: number, reports: readonly RuleReport[]): Promise<void>;
  /** Returns the reports of some rules on one day. */
  readDay(ruleIds: readonly string[], day: number): Promise<readonly RuleHits[]>;
  /** Returns the reports of these rules that ended at `from` or later, but before `to`. */
  readPeriod(ruleIds: readonly string[], from: number, to: number): Promise<readonly RuleHits[]>;
  readObjects(
    ruleIds: readonly string[],
    from: number,
    to: number,
  ): Promise<readonly { readonly ruleId: string; readonly objects: readonly ObjectHits[] }[]>;
  /** Returns the reports of all rules of a device on one day, in batches. */
  readDeviceDay(deviceId: number, day: number): AsyncIterable<readonly RuleHits[]>;
  /** Returns when the rule's last report with hits ended, or null if no stored report of the rule has hits. */
  latestUse(ruleId: string): Promise<number | null>;
  openDevices(): Promise<readonly number[]>;
  /** Returns the days of a device that begin at `from` or later, the newest first. */
  listDays(deviceId: number, from: number): Promise<readonly UsageDay[]>;
  listOpenDays(deviceId: number): Promise<readonly UsageDay[]>;
  /**
   * Stores the sum of a day and closes the day. Does nothing if a report of this day is being written, or was written
   * after the caller had read `day`.
   */
  closeDay(day: UsageDay, hits: number, now: Date): Promise<void>;
  /**
   * Removes the sums of the days that begin before `before`. Also removes the hits of rules in the months that had
   * ended by `before`, and the hits of objects in the weeks that had ended by `before`.
   */
  purge(before: number): Promise<void>;
  listDevices(): Promise<readonly number[]>;
  removeDevice(deviceId: number): Promise<void>;
}
