import type { Rights } from "./estate-caller.ts";

/** A user of the estate, as found by their credentials. */
export interface KnownUser {
  readonly id: number;
  readonly username: string;
  /** Why the user may do nothing: "disabled", "locked" or "expired"; null for a user who may. */
  readonly barredAs: "disabled" | "locked" | "expired" | null;
  readonly rights: Rights;
}

export type PasswordCheck =
  | { readonly outcome: "right"; readonly user: KnownUser }
  | { readonly outcome: "wrong" }
  /** Too many wrong passwords of the name, or too many checks at once. */
  | { readonly outcome: "refused"; readonly because: "too-many-wrong" | "busy"; readonly retryAfterSeconds: number };

/** Port to the users of the estate, by their credentials. Calls throw while the database is unavailable. */
export interface EstateUsers {
  /** Returns the user who logged in and received the token, or undefined for a token that is unknown or expired. */
  ofToken(token: string): Promise<KnownUser | undefined>;
  ofPassword(username: string, password: string): Promise<PasswordCheck>;
  /** Ignores case. */
  ofEmail(email: string): Promise<KnownUser | undefined>;
}

/** Tokens of logged-in users begin so; no token of an issuer does. */
export const LOGIN_TOKEN_PREFIX = "nase_";
