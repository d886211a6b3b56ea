import { preparedDatabase } from "@network-access/service-runtime/test/prepared-database";
import { createMongoGroupStore } from "../groups/mongo-group-store.ts";
import { DATABASE_INDEXES } from "../mongo-indexes.ts";
import { feedTokenContract } from "./feed-token-store.contract.ts";
import { createMongoFeedTokenStore } from "./mongo-feed-token-store.ts";

const database = preparedDatabase("inventory", DATABASE_INDEXES);

feedTokenContract(async () => ({
  tokens: createMongoFeedTokenStore(database),
  groups: createMongoGroupStore(database),
}));
