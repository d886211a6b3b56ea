/** Port to the times when passwords of a name were checked. Calls throw while the database is unavailable. */
export interface LoginAttemptStore {
  /** The times of the attempts in the last `withinMs`, oldest first, with the version of the record. */
  read(name: string, withinMs: number, now: Date): Promise<LoginAttempts>;
  /** Adds an attempt. Returns false if the record has changed since it was read. */
  add(name: string, read: LoginAttempts, attempt: LoginAttempt): Promise<boolean>;
  /** Takes an attempt back because its password was correct. */
  remove(name: string, attemptId: string): Promise<void>;
  /** Removes what is older. */
  purge(before: Date): Promise<void>;
}

export interface LoginAttempt {
  readonly id: string;
  readonly at: Date;
}

interface LoginAttempts {
  readonly attempts: readonly LoginAttempt[];
  /** 0 if nothing is stored. */
  readonly version: number;
}
