/** The fields of an estate user that administrators can set. */
export interface UserInput {
  /** Unique, ignoring case. */
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The email, which no other user has, ignoring case. A person with this email in an idToken acts as this user. */
  readonly email: string | null;
  readonly enabled: boolean;
  readonly locked: boolean;
  readonly expired: boolean;
}

export interface User extends UserInput {
  readonly id: number;
  /** The groups that contain the user, except All Users. */
  readonly userGroupIds: readonly number[];
  /** Null for a user who cannot log in with a password. */
  readonly passwordHash: string | null;
  readonly lastLogin: Date | null;
  readonly previousLogin: Date | null;
}

export const MOST_USERS = 10_000;

/** Returns why a user has no access, or null for an active user. */
export function barredAs({ enabled, locked, expired }: UserInput): "disabled" | "locked" | "expired" | null {
  if (!enabled) return "disabled";
  if (locked) return "locked";
  return expired ? "expired" : null;
}
