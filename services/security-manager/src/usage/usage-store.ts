/** The columns of a rule whose objects have hits of their own. */
export const USAGE_COLUMNS = ["sources", "destinations", "services", "apps", "users"] as const;
export type UsageColumn = (typeof USAGE_COLUMNS)[number];

/** Hits of one object of a column. */
export interface ObjectHits {
  readonly column: UsageColumn;
  readonly id: string;
  /**
   * The object in the rule's column: the object with this `id` itself, or a group that contains it. Null if not
   * reported.
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

/** The reports of a rule on some days or in some months. */
export interface RuleHits {
  readonly ruleId: string;
  readonly reports: readonly Hits[];
}

/** The usage of a device on one UTC day. */
export interface UsageDay {
  readonly deviceId: number;
  /** The start of the day, in milliseconds since 1970. */
  readonly day: number;
  /** The hits of all rules. While the day is open, the hits of the last reports may be missing. */
  readonly hits: number;
  readonly isOpen: boolean;
  /** A number that every report of the day raises. */
  readonly version: number;
}

/** A call that writes reports of a day, and the time until which it may write. */
export interface Writing {
  /** Unique for each call that writes reports. */
  readonly writer: string;
  readonly until: Date;
}

/**
 * Access to the reported usage of rules. A day of a device is open while its stored sum may be out of date. The day is
 * opened before a report is written, and again afterwards. It remains open until `closeDay` stores its sum. Calls throw
 * while the database is unavailable.
 */
export interface UsageStore {
  /** Opens a day. The day can't be closed before the writer calls `endWriting` or the time `until` has passed. */
  beginWriting(deviceId: number, day: number, writing: Writing): Promise<void>;
  endWriting(deviceId: number, day: number, writer: string): Promise<void>;
  /** Writes reports that have the same end. They replace earlier reports of the same rule and end. */
  writeReports(deviceId: number, end: number, reports: readonly RuleReport[]): Promise<void>;
  /** Returns the reports of some rules on one day. */
  readDay(ruleIds: readonly string[], day: number): Promise<readonly RuleHits[]>;
  /** Returns the reports of these rules whose end is between `from` (inclusive) and `to` (exclusive). */
  readPeriod(ruleIds: readonly string[], from: number, to: number): Promise<readonly RuleHits[]>;
  readObjects(
    ruleIds: readonly string[],
    from: number,
    to: number,
  ): Promise<readonly { readonly ruleId: string; readonly objects: readonly ObjectHits[] }[]>;
  /** Returns the reports of all rules of a device on one day, in batches. */
  readDeviceDay(deviceId: number, day: number): AsyncIterable<readonly RuleHits[]>;
  /** Returns the end time of the last report with hits, among all stored reports of the rule. */
  latestUse(ruleId: string): Promise<number | null>;
  openDevices(): Promise<readonly number[]>;
  /** Returns the days of a device that begin at `from` or later, newest first. */
  listDays(deviceId: number, from: number): Promise<readonly UsageDay[]>;
  listOpenDays(deviceId: number): Promise<readonly UsageDay[]>;
  /**
   * Stores the sum of a day and closes the day. Does nothing if a report has been written since the day was read, or if
   * a process is writing one.
   */
  closeDay(day: UsageDay, hits: number, now: Date): Promise<void>;
  /** Removes the days that begin before a time, and the months and weeks of reports that end before that time. */
  purge(before: number): Promise<void>;
  listDevices(): Promise<readonly number[]>;
  removeDevice(deviceId: number): Promise<void>;
}
