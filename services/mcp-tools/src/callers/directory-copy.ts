import type { DirectoryUser } from "./caller.ts";

/** A copy of the users of the estate and their access, as the security manager had them at one time. */
export interface DirectoryCopy {
  readonly users: readonly DirectoryUser[];
  /** The ids of all device groups, in ascending order. */
  readonly groups: readonly number[];
  /** Copies with the same fingerprint have the same users and groups. */
  readonly fingerprint: string;
  /** The time at which a process began to read the copy from the security manager. */
  readonly copiedAt: Date;
}

/** Reads the current users from the security manager. */
export interface UserFeed {
  /** Returns undefined if the security manager refuses a request, does not answer, or sends an unexpected answer. */
  read(at: Date, signal: AbortSignal): Promise<DirectoryCopy | undefined>;
}

/** Stores the last copy of the users. Calls throw while the database is unavailable. */
export interface DirectoryStore {
  read(): Promise<DirectoryCopy | undefined>;
  /** Replaces the stored copy, unless the stored copy is newer. */
  write(copy: DirectoryCopy): Promise<void>;
}
