import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { KEY_INDEXES } from "./keys/mongo-key-store.ts";

/** The name of the process that creates the indexes. The process starts in main-prepare.ts. */
export const PREPARE = "mcp-tools-prepare";

/** The indexes of every collection. */
export const DATABASE_INDEXES: readonly CollectionIndexes[] = [KEY_INDEXES];
