import type { PropertyValue, RuleNote } from "./rule-note.ts";

/** A change of the documentation of some rules. */
interface DocumentationChange {
  readonly deviceId: number;
  readonly ruleIds: readonly string[];
  /** New values by the id of the property. Null removes the value. */
  readonly values: ReadonlyMap<number, PropertyValue | null>;
  readonly at: Date;
}

/**
 * A new value of the time at which a rule was last used. `before` is the rule's note as the caller read it, or
 * undefined if the rule had no note.
 */
export interface LastUsedChange {
  readonly ruleId: string;
  readonly deviceId: number;
  readonly before: RuleNote | undefined;
  readonly lastUsed: number | null;
}

/**
 * Access to the stored notes of rules. Every change raises the version of a note and marks the note as open. While a
 * note is open, the rows of its rule may show an older version. The caller calls `close` once the rows show the note.
 * Calls throw while the database is unavailable.
 */
export interface RuleNoteStore {
  /** Returns notes by rule. Rules without a note are left out. */
  read(ruleIds: readonly string[]): Promise<ReadonlyMap<string, RuleNote>>;
  document(change: DocumentationChange): Promise<void>;
  /**
   * Stores the changes. Skips a change if another call has changed the rule's note since the note was read. Returns
   * false if a change was skipped. In this case, some other changes for rules without a note may not be stored either.
   */
  setLastUsed(changes: readonly LastUsedChange[]): Promise<boolean>;
  /** Returns devices with open notes. */
  openDevices(): Promise<readonly number[]>;
  /**
   * Returns at most `limit` open notes of a device, in the order of their rule ids. Only notes whose rule id is greater
   * than `after` are returned.
   */
  listOpen(deviceId: number, after: string, limit: number): Promise<readonly RuleNote[]>;
  /** Closes notes that have not changed since they were read. */
  close(notes: readonly RuleNote[]): Promise<void>;
  /**
   * Removes the values of a property from at most `limit` notes. Returns true if, before the call, a note had a value
   * of the property, or a row in the search index may still have had one. Otherwise returns false.
   */
  removeValues(propertyId: number, limit: number): Promise<boolean>;
  /** Returns devices that have notes. */
  listDevices(): Promise<readonly number[]>;
  removeDevice(deviceId: number): Promise<void>;
}
