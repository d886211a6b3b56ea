import { preparedDatabase } from "@network-access/service-runtime/test/prepared-database";
import { DATABASE_INDEXES } from "../mongo-indexes.ts";
import { membershipContract } from "./membership-store.contract.ts";
import { createMongoItemStore } from "./mongo-item-store.ts";
import { createMongoMembershipStore } from "./mongo-membership-store.ts";

const database = preparedDatabase("inventory", DATABASE_INDEXES);

membershipContract(async () => ({
  items: createMongoItemStore(database, { step: 1 }),
  // With these values, each step of `disown` and `reopenAll`, each removal of memberships and each part of a group's
  // members handles one item, so a test with two items already needs several of them.
  memberships: createMongoMembershipStore(database, { step: 1, most: 1 }),
}));
