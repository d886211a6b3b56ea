import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { createIndexCheck } from "@network-access/service-runtime/index-check";
import type { Logger } from "@network-access/service-runtime/logger";
import { createMongoLeaseStore } from "@network-access/service-runtime/mongo-lease-store";
import { createMongoAddressListStore } from "./addresses/mongo-address-list-store.ts";
import type { Config } from "./config.ts";
import { createMongoConnectorStore } from "./connectors/mongo-connector-store.ts";
import { createMongoDiscoveryRunStore } from "./connectors/mongo-discovery-run-store.ts";
import { createMongoFeedTokenStore } from "./feeds/mongo-feed-token-store.ts";
import { createMongoGroupStore } from "./groups/mongo-group-store.ts";
import { createMongoItemStore } from "./items/mongo-item-store.ts";
import { createMongoItemWalk } from "./items/mongo-item-walk.ts";
import { createMongoMembershipStore } from "./items/mongo-membership-store.ts";
import { DATABASE_INDEXES, PREPARE } from "./mongo-indexes.ts";
import { createMongoItemRemovalStore } from "./uploads/mongo-item-removal-store.ts";

/** The deadline for counting items. Counting a million items of a connector takes 3 to 8 s. */
const COUNTING_MS = 15_000;

/** All stores of this service, which share one database. */
export type InventoryStores = ReturnType<typeof assembleStores>;

export function assembleStores(config: Config, logger: Logger) {
  const options = { ...config.mongo, logger, appName: "inventory" };
  const mongo = connectMongo(options);
  const counting = connectMongo({ ...options, operationMs: COUNTING_MS });
  const { database } = mongo;
  const indexes = createIndexCheck({ database, indexes: DATABASE_INDEXES, createdBy: PREPARE, logger });
  return {
    check: mongo.check,
    parts: [mongo, counting, indexes],
    items: createMongoItemStore(database),
    removals: createMongoItemRemovalStore(database, { counting: counting.database }),
    memberships: createMongoMembershipStore(database),
    groups: createMongoGroupStore(database),
    addressLists: createMongoAddressListStore(database),
    feedTokens: createMongoFeedTokenStore(database),
    connectors: createMongoConnectorStore(database),
    runs: createMongoDiscoveryRunStore(database),
    leases: createMongoLeaseStore(database),
    walk: createMongoItemWalk(database),
  };
}
