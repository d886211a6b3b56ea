import type { PropertyValue, RuleNote } from "./rule-note.ts";

/** A change of the documentation of some rules. */
interface DocumentationChange {
  readonly deviceId: number;
  readonly ruleIds: readonly string[];
  /** New values by the id of the property; null removes one. */
  readonly values: ReadonlyMap<number, PropertyValue | null>;
  readonly at: Date;
}

/** A new time of last use, with the note as it was read. */
export interface LastUsedChange {
  readonly ruleId: string;
  readonly deviceId: number;
  readonly before: RuleNote | undefined;
  readonly lastUsed: number | null;
}

/**
 * Port to the notes of rules. Every change raises the version of a note and marks the note as open. The note stays open
 * until `close` says that the rows show it. Calls throw while the database is unavailable.
 */
export interface RuleNoteStore {
  /** Returns notes by rule. Rules without a note are missing. */
  read(ruleIds: readonly string[]): Promise<ReadonlyMap<string, RuleNote>>;
  document(change: DocumentationChange): Promise<void>;
  /** False when a note had changed since it was read; the others are changed. */
  setLastUsed(changes: readonly LastUsedChange[]): Promise<boolean>;
  /** Returns devices with open notes. */
  openDevices(): Promise<readonly number[]>;
  /** Open notes of a device in order of their rules, behind one rule. */
  listOpen(deviceId: number, after: string, limit: number): Promise<readonly RuleNote[]>;
  /** Closes notes that have not changed since they were read. */
  close(notes: readonly RuleNote[]): Promise<void>;
  /** Removes the values of a property from some notes. False when none has one and rows no longer show any. */
  removeValues(propertyId: number, limit: number): Promise<boolean>;
  /** Returns devices that have notes. */
  listDevices(): Promise<readonly number[]>;
  removeDevice(deviceId: number): Promise<void>;
}
