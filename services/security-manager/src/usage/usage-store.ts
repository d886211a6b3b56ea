/** The columns of a rule whose objects have hits of their own. */
export const USAGE_COLUMNS = ["sources", "destinations", "services", "apps", "users"] as const;
export type UsageColumn = (typeof USAGE_COLUMNS)[number];

/** Hits of one object of a column. */
export interface ObjectHits {
  readonly column: UsageColumn;
  readonly id: string;
  /** The object of the column through which it was hit: itself, or a group that has it. */
  readonly parentId: string | null;
  readonly hits: number;
}

/** The hits of a rule until a time. */
export interface RuleReport {
  readonly ruleId: string;
  readonly hits: number;
  readonly objects: readonly ObjectHits[];
}

/** Hits until a time, in milliseconds since 1970. */
export interface Hits {
  readonly end: number;
  readonly hits: number;
}

/** The hits of a rule in some days or months. */
export interface RuleHits {
  readonly ruleId: string;
  readonly reports: readonly Hits[];
}

/** The usage of a device on one UTC day. */
export interface UsageDay {
  readonly deviceId: number;
  /** Its begin. */
  readonly day: number;
  /** Of all rules; not those of the last reports while the day is open. */
  readonly hits: number;
  readonly isOpen: boolean;
  /** Raised by every report. */
  readonly version: number;
}

/** Who writes reports of a day, and at most until when. */
export interface Writing {
  /** Unique. */
  readonly writer: string;
  readonly until: Date;
}

/**
 * Port to the reported usage of rules. The day of a device is opened before a report is written, and again afterwards.
 * It stays open until `closeDay` stores its sum. Calls throw while the database is unavailable.
 */
export interface UsageStore {
  /** Opens a day, which can't be closed before `until` or `endWriting`. */
  beginWriting(deviceId: number, day: number, writing: Writing): Promise<void>;
  endWriting(deviceId: number, day: number, writer: string): Promise<void>;
  /** Writes reports of one end; they replace earlier ones of the same rule and end. */
  writeReports(deviceId: number, end: number, reports: readonly RuleReport[]): Promise<void>;
  /** Returns the reports of some rules on one day. */
  readDay(ruleIds: readonly string[], day: number): Promise<readonly RuleHits[]>;
  /** Returns the reports of some rules from one time to before another. */
  readPeriod(ruleIds: readonly string[], from: number, to: number): Promise<readonly RuleHits[]>;
  readObjects(
    ruleIds: readonly string[],
    from: number,
    to: number,
  ): Promise<readonly { readonly ruleId: string; readonly objects: readonly ObjectHits[] }[]>;
  /** Returns the reports of all rules of a device on one day, some rules at a time. */
  readDeviceDay(deviceId: number, day: number): AsyncIterable<readonly RuleHits[]>;
  /** When the last report with hits ended, over all that is kept. */
  latestUse(ruleId: string): Promise<number | null>;
  openDevices(): Promise<readonly number[]>;
  /** Returns the days of a device, from one day on, the newest first. */
  listDays(deviceId: number, from: number): Promise<readonly UsageDay[]>;
  listOpenDays(deviceId: number): Promise<readonly UsageDay[]>;
  /** Stores the sum of a day that nobody has written to since it was read, and that nobody writes to. */
  closeDay(day: UsageDay, hits: number, now: Date): Promise<void>;
  /** Removes days that begin before a time; months that end before it with them. */
  purge(before: number): Promise<void>;
  listDevices(): Promise<readonly number[]>;
  removeDevice(deviceId: number): Promise<void>;
}
