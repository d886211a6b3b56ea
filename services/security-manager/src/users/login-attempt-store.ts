/** Access to the stored login attempts, by user name. Calls throw while the database is unavailable. */
export interface LoginAttemptStore {
  /** Returns the record of a name: its version, and the attempts in the last `withinMs`, oldest first. */
  read(name: string, withinMs: number, now: Date): Promise<LoginAttempts>;
  /**
   * Adds an attempt to the record of a name, if the record still has the version in `read`. Otherwise returns false.
   */
  add(name: string, read: LoginAttempts, attempt: LoginAttempt): Promise<boolean>;
  /** Removes an attempt that does not count: its password was correct, or was not checked. */
  remove(name: string, attemptId: string): Promise<void>;
  /** Removes the records whose last attempt was before this time. */
  purge(before: Date): Promise<void>;
}

export interface LoginAttempt {
  readonly id: string;
  readonly at: Date;
}

interface LoginAttempts {
  readonly attempts: readonly LoginAttempt[];
  /** The version of the record, or 0 if the name has no record. */
  readonly version: number;
}
