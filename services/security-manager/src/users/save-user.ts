import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import { conflict, NOT_FOUND, type Saved } from "../devices/save-device.ts";
import type { LoginTokenStore } from "./login-token-store.ts";
import { hashPassword } from "./password-hash.ts";
import { MOST_USERS, type User, type UserInput } from "./user.ts";
import type { UserGroupStore } from "./user-group-store.ts";
import type { UserStore } from "./user-store.ts";

export interface SavingUserNeeds {
  readonly users: UserStore;
  readonly groups: UserGroupStore;
  readonly tokens: Pick<LoginTokenStore, "keepNewest">;
  readonly nextUserId: () => Promise<number>;
}

/** Creates a user. A user without a password can't log in, and must send an idToken instead. */
export async function createUser(
  { users, groups, nextUserId }: SavingUserNeeds,
  input: UserInput,
  { password, userGroupIds }: { readonly password: string | null; readonly userGroupIds: readonly number[] },
): Promise<Saved<User>> {
  if ((await users.count()) >= MOST_USERS) return conflict(`there are ${MOST_USERS} users already; no more work`);
  const known = new Set((await groups.findMany(userGroupIds)).map(({ id }) => id));
  const unknown = userGroupIds.find((id) => !known.has(id));
  if (unknown !== undefined)
    return { ok: false, failure: invalidInput("userGroupIds", `there is no user group ${unknown}`) };
  const passwordHash = password === null ? null : await hashPassword(password);
  const user: User = {
    ...input,
    ...{ id: await nextUserId(), userGroupIds: [...new Set(userGroupIds)].filter((id) => id !== 1), passwordHash },
    ...{ lastLogin: null, previousLogin: null },
  };
  const inserted = await users.insert(user);
  return inserted === "inserted" ? { ok: true, value: user } : { ok: false, failure: taken(inserted, input) };
}

/** Changes a user. A new password ends the user's logins. */
export async function updateUser(
  { users, tokens }: SavingUserNeeds,
  id: number,
  input: UserInput,
  password: string | undefined,
): Promise<Saved<User>> {
  if (!(await users.find(id))) return { ok: false, failure: NOT_FOUND };
  const passwordHash = password === undefined ? {} : { passwordHash: await hashPassword(password) };
  const updated = await users.update(id, { ...input, ...passwordHash });
  if (updated === "username-taken" || updated === "email-taken") return { ok: false, failure: taken(updated, input) };
  if (password !== undefined) await tokens.keepNewest(id, 0);
  const user = updated === "updated" ? await users.find(id) : undefined;
  return user ? { ok: true, value: user } : { ok: false, failure: NOT_FOUND };
}

function taken(what: "username-taken" | "email-taken", { username, email }: UserInput): Failure {
  const name = what === "username-taken" ? `user name "${username}"` : `email "${email}"`;
  return { kind: "conflict", message: `another user has the ${name}; case is ignored` };
}
