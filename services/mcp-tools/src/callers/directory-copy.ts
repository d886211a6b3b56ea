import type { DirectoryUser } from "./caller.ts";

/** The users of the estate and the device groups that each may read, as the security manager had them at one time. */
export interface DirectoryCopy {
  readonly users: readonly DirectoryUser[];
  /** The ids of all device groups, in ascending order. */
  readonly groups: readonly number[];
  /** Two copies with one fingerprint have the same users and groups. */
  readonly fingerprint: string;
  /** When reading it from the manager began. */
  readonly copiedAt: Date;
}

/** Port: the users, as the security manager has them now. */
export interface UserFeed {
  /** Returns undefined if the manager did not answer, or refused. */
  read(at: Date, signal: AbortSignal): Promise<DirectoryCopy | undefined>;
}

/** Port: the last copy of the users. Calls throw while the database is unavailable. */
export interface DirectoryStore {
  read(): Promise<DirectoryCopy | undefined>;
  /** Replaces the stored copy, unless that one is newer. */
  write(copy: DirectoryCopy): Promise<void>;
}
