import type { Rights } from "./estate-caller.ts";

/** A user of the estate, as found by their credentials. */
export interface KnownUser {
  readonly id: number;
  readonly username: string;
  /** The reason why the user may do nothing: "disabled", "locked" or "expired". Null for an active user. */
  readonly barredAs: "disabled" | "locked" | "expired" | null;
  readonly rights: Rights;
}

export type PasswordCheck =
  | { readonly outcome: "right"; readonly user: KnownUser }
  | { readonly outcome: "wrong" }
  /**
   * The check was refused, because the name has had too many wrong passwords or because too many checks are running.
   */
  | { readonly outcome: "refused"; readonly because: "too-many-wrong" | "busy"; readonly retryAfterSeconds: number };

/**
 * Access to the users of the estate. It finds users by their credentials or their id. Calls throw while the database is
 * unavailable.
 */
export interface EstateUsers {
  /** Returns the user who received the token at login, or undefined if the token is unknown or expired. */
  ofToken(token: string): Promise<KnownUser | undefined>;
  ofPassword(username: string, password: string): Promise<PasswordCheck>;
  ofId(id: number): Promise<KnownUser | undefined>;
  /** Returns the user with this email. The case of the email does not matter. */
  ofEmail(email: string): Promise<KnownUser | undefined>;
}

/** The first characters of every login token. No token of an issuer begins with them. */
export const LOGIN_TOKEN_PREFIX = "nase_";
