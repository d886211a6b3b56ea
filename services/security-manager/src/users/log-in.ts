import { hashSecret, newSecret } from "@network-access/access/basic-credentials";
import { LOGIN_TOKEN_PREFIX } from "../access/estate-users.ts";
import type { PasswordChecker, UserCheck } from "./check-password.ts";
import type { LoginTokenStore } from "./login-token-store.ts";
import { barredAs } from "./user.ts";
import type { UserStore } from "./user-store.ts";

const VALID_MS = 8 * 3_600_000;
/** The most tokens of a user. A login beyond this number removes the user's oldest token. */
const MOST_TOKENS = 100;

interface Needs {
  readonly checkPassword: PasswordChecker;
  readonly users: Pick<UserStore, "recordLogin">;
  readonly tokens: LoginTokenStore;
  readonly now: () => Date;
}

export type Login =
  | { readonly outcome: "done"; readonly token: string }
  | Exclude<UserCheck, { readonly outcome: "right" }>;

/**
 * Issues a token that is valid for eight hours. The response to a disabled, locked or expired user is the same as to a
 * wrong password.
 */
export async function logIn(needs: Needs, username: string, password: string): Promise<Login> {
  const { users, tokens, now } = needs;
  const check = await validateLogin(needs, username, password);
  if (check.outcome !== "right") return check;
  const { id } = check.user;
  const token = LOGIN_TOKEN_PREFIX + newSecret();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + VALID_MS);
  await tokens.insert({ hash: hashSecret(token), userId: id, createdAt, expiresAt });
  await tokens.keepNewest(id, MOST_TOKENS);
  await users.recordLogin(id, createdAt);
  return { outcome: "done", token };
}

/** Returns whether a login would succeed. */
export async function validateLogin(
  { checkPassword }: Pick<Needs, "checkPassword">,
  username: string,
  password: string,
): Promise<UserCheck> {
  const check = await checkPassword(username, password);
  return check.outcome === "right" && barredAs(check.user) !== null ? { outcome: "wrong" } : check;
}
