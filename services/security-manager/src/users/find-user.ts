import { hashSecret } from "@network-access/access/basic-credentials";
import type { EstateUsers, KnownUser } from "../access/estate-users.ts";
import type { PasswordChecker } from "./check-password.ts";
import type { LoginTokenStore } from "./login-token-store.ts";
import { barredAs, type User } from "./user.ts";
import { ALL_USERS } from "./user-group.ts";
import type { UserGroupStore } from "./user-group-store.ts";
import { rightsOf } from "./user-rights.ts";
import type { UserStore } from "./user-store.ts";

interface Needs {
  readonly checkPassword: PasswordChecker;
  readonly users: Pick<UserStore, "find" | "findByEmail">;
  readonly groups: Pick<UserGroupStore, "findMany">;
  readonly tokens: Pick<LoginTokenStore, "find">;
  readonly now: () => Date;
}

/**
 * Finds users by their credentials or their id. Each call reads the current state and permissions of the user, so a
 * change of the state or the permissions applies to the next call.
 */
export function createUserFinder({ checkPassword, users, groups, tokens, now }: Needs): EstateUsers {
  async function known(user: User): Promise<KnownUser> {
    const { id, username, userGroupIds } = user;
    const rights = rightsOf(await groups.findMany([ALL_USERS, ...userGroupIds]));
    return { id, username, barredAs: barredAs(user), rights };
  }
  return {
    async ofToken(token) {
      const found = await tokens.find(hashSecret(token), now());
      const user = found && (await users.find(found.userId));
      return user && (await known(user));
    },
    async ofPassword(username, password) {
      const check = await checkPassword(username, password);
      return check.outcome === "right" ? { outcome: "right", user: await known(check.user) } : check;
    },
    async ofId(id) {
      const user = await users.find(id);
      return user && (await known(user));
    },
    async ofEmail(email) {
      const user = await users.findByEmail(email);
      return user && (await known(user));
    },
  };
}
