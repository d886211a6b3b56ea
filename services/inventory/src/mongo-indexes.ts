import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { ADDRESS_LIST_INDEXES } from "./addresses/mongo-address-list-store.ts";
import { DISCOVERY_RUN_INDEXES } from "./connectors/mongo-discovery-run-store.ts";
import { FEED_TOKEN_INDEXES } from "./feeds/mongo-feed-token-store.ts";
import { GROUP_INDEXES } from "./groups/mongo-group-store.ts";
import { ITEM_INDEXES } from "./items/mongo-item-store.ts";

/** The name of the process that creates the indexes. The process runs main-prepare.ts. */
export const PREPARE = "inventory-prepare";

/** The indexes of every collection. */
export const DATABASE_INDEXES: readonly CollectionIndexes[] = [
  ITEM_INDEXES,
  GROUP_INDEXES,
  ADDRESS_LIST_INDEXES,
  DISCOVERY_RUN_INDEXES,
  FEED_TOKEN_INDEXES,
];
