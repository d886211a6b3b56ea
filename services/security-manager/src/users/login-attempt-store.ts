/**
 * Access to the stored times at which the passwords of user names were checked. Calls throw while the database is
 * unavailable.
 */
export interface LoginAttemptStore {
  /** Returns the times of the attempts in the last `withinMs`, oldest first, and the version of the record. */
  read(name: string, withinMs: number, now: Date): Promise<LoginAttempts>;
  /** Adds an attempt. Returns false if the record has changed since it was read. */
  add(name: string, read: LoginAttempts, attempt: LoginAttempt): Promise<boolean>;
  /** Removes an attempt that does not count, because its password was correct or was not checked. */
  remove(name: string, attemptId: string): Promise<void>;
  /** Removes the records of names whose last attempt was before a time. */
  purge(before: Date): Promise<void>;
}

export interface LoginAttempt {
  readonly id: string;
  readonly at: Date;
}

interface LoginAttempts {
  readonly attempts: readonly LoginAttempt[];
  /** The version is 0 if the name has no record. */
  readonly version: number;
}
