/**
 * Access to the stored parts of snapshots. A part is identified by its device and its name, which is the SHA-256 of the
 * part. Calls throw while the database is unavailable.
 */
export interface PartStore {
  /**
   * Stores the part if it is not stored yet, and records `at` as the time at which it was last sent. Returns false if
   * it was stored already. `json` is canonical JSON.
   */
  put(deviceId: number, sha256: string, json: string, at: Date): Promise<boolean>;
  /**
   * Records `at` as the time at which the parts with these names were last sent, unless a later time is stored. Returns
   * those of the names whose parts are stored.
   */
  touch(deviceId: number, names: readonly string[], at: Date): Promise<ReadonlySet<string>>;
  /** Returns the JSON of a part. */
  read(deviceId: number, sha256: string): Promise<string | undefined>;
  removeOfDevice(deviceId: number): Promise<void>;
  /** Returns at most `limit` parts, of all devices, that were last sent before `time`. */
  listSentBefore(time: Date, limit: number): Promise<readonly { readonly deviceId: number; readonly sha256: string }[]>;
  /** Removes a part unless it was sent after `time`. */
  remove(deviceId: number, sha256: string, time: Date): Promise<void>;
}
