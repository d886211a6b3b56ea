import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { CHANGE_REQUEST_INDEXES } from "./requests/mongo-change-request-store.ts";

/** The name of the process that creates the indexes (main-prepare.ts). */
export const PREPARE = "change-request-prepare";

/** The indexes of every collection. */
export const DATABASE_INDEXES: readonly CollectionIndexes[] = [CHANGE_REQUEST_INDEXES];
