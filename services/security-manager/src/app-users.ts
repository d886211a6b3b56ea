import type { Logger } from "@network-access/service-runtime/logger";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Db } from "mongodb";
import type { CounterStore } from "./counters/counter-store.ts";
import { createPasswordChecker } from "./users/check-password.ts";
import { createUserFinder } from "./users/find-user.ts";
import { createMongoLoginAttemptStore } from "./users/mongo-login-attempt-store.ts";
import { createMongoLoginTokenStore } from "./users/mongo-login-token-store.ts";
import { createMongoUserGroupStore } from "./users/mongo-user-group-store.ts";
import { createMongoUserStore } from "./users/mongo-user-store.ts";

const DAY_MS = 86_400_000;

interface Needs {
  readonly database: Db;
  readonly counters: CounterStore;
  readonly logger: Logger;
  readonly now: () => Date;
}

/**
 * Creates the stores and functions for users, user groups and login tokens. The routes and the admission of callers use
 * them. `purge` is a periodic task that deletes old login tokens and login attempts.
 */
export function assembleUsers({ database, counters, logger, now }: Needs) {
  const users = createMongoUserStore(database);
  const groups = createMongoUserGroupStore(database);
  const tokens = createMongoLoginTokenStore(database);
  const attempts = createMongoLoginAttemptStore(database);
  const checkPassword = createPasswordChecker({ users, attempts, now });
  const purge = createPeriodic({
    name: "purge logins",
    everyMs: 600_000,
    async task() {
      await tokens.purge(now());
      await attempts.purge(new Date(now().getTime() - DAY_MS));
    },
    logger,
  });
  return {
    ...{ users, groups, tokens, checkPassword, now, purge },
    finder: createUserFinder({ checkPassword, users, groups, tokens, now }),
    nextUserId: () => counters.next("user"),
    nextGroupId: () => counters.next("user-group"),
  };
}
