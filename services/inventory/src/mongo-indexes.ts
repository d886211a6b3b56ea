import type { Db } from "mongodb";
import { prepareAddressLists } from "./addresses/mongo-address-list-store.ts";
import { prepareDiscoveryRuns } from "./connectors/mongo-discovery-run-store.ts";
import { prepareFeedTokens } from "./feeds/mongo-feed-token-store.ts";
import { prepareGroups } from "./groups/mongo-group-store.ts";
import { prepareItems } from "./items/mongo-item-store.ts";

/** Creates the indexes of every collection where they are missing. */
export async function prepareIndexes(database: Db): Promise<void> {
  await Promise.all([
    prepareItems(database),
    prepareGroups(database),
    prepareAddressLists(database),
    prepareDiscoveryRuns(database),
    prepareFeedTokens(database),
  ]);
}
