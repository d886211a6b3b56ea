import type { Rights } from "./estate-caller.ts";

/** A user of the estate who was found by credentials, id or email. */
export interface KnownUser {
  readonly id: number;
  readonly username: string;
  /** The reason why the user is refused: "disabled", "locked" or "expired". Null if the user is active. */
  readonly barredAs: "disabled" | "locked" | "expired" | null;
  readonly rights: Rights;
}

export type PasswordCheck =
  | { readonly outcome: "right"; readonly user: KnownUser }
  | { readonly outcome: "wrong" }
  /**
   * The password was not checked, because too many wrong passwords were sent for this user name or because too many
   * checks are running.
   */
  | { readonly outcome: "refused"; readonly because: "too-many-wrong" | "busy"; readonly retryAfterSeconds: number };

/** Finds users of the estate by their credentials, id or email. All methods throw while the database is unavailable. */
export interface EstateUsers {
  /** Returns the user who received the token at login, or undefined if the token is unknown or expired. */
  ofToken(token: string): Promise<KnownUser | undefined>;
  ofPassword(username: string, password: string): Promise<PasswordCheck>;
  ofId(id: number): Promise<KnownUser | undefined>;
  /** Returns the user with this email. The case of the email does not matter. */
  ofEmail(email: string): Promise<KnownUser | undefined>;
}

/** Every login token begins with this prefix. Tokens of an issuer never begin with it. */
export const LOGIN_TOKEN_PREFIX = "nase_";
