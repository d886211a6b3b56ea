import { preparedDatabase } from "../../test/prepared-database.ts";
import { membershipContract } from "./membership-store.contract.ts";
import { createMongoItemStore } from "./mongo-item-store.ts";
import { createMongoMembershipStore } from "./mongo-membership-store.ts";

const database = preparedDatabase();

membershipContract(async () => ({
  items: createMongoItemStore(database, { step: 1 }),
  // The smallest step, so that two items take several steps.
  memberships: createMongoMembershipStore(database, { step: 1, most: 1 }),
}));
