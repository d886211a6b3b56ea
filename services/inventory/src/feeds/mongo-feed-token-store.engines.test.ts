import { preparedDatabase } from "../../test/prepared-database.ts";
import { createMongoGroupStore } from "../groups/mongo-group-store.ts";
import { feedTokenContract } from "./feed-token-store.contract.ts";
import { createMongoFeedTokenStore } from "./mongo-feed-token-store.ts";

const database = preparedDatabase();

feedTokenContract(async () => ({
  tokens: createMongoFeedTokenStore(database),
  groups: createMongoGroupStore(database),
}));
