import { recordDatabase } from "../../test/prepared-database.ts";
import { membershipContract } from "./membership-store.contract.ts";
import { createMongoItemStore } from "./mongo-item-store.ts";
import { createMongoMembershipStore } from "./mongo-membership-store.ts";

const database = recordDatabase();

membershipContract(async () => ({
  items: createMongoItemStore(database, { step: 1 }),
  // The smallest step: whatever takes several is seen with two items.
  memberships: createMongoMembershipStore(database, { step: 1, most: 1 }),
}));
