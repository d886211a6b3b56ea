import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { BOUNDARY_INDEXES } from "./boundaries/mongo-boundary-store.ts";
import { EVALUATION_INDEXES } from "./evaluations/mongo-evaluation-store.ts";
import { USE_INDEXES } from "./evaluations/mongo-use-ledger.ts";
import { DELIVERY_INDEXES } from "./exports/mongo-delivery-store.ts";
import { EXPORT_PROGRESS_INDEXES } from "./exports/mongo-export-progress-store.ts";
import { LATEST_EVALUATION_INDEXES } from "./reevaluation/mongo-latest-evaluation-store.ts";

/** The name of the process that creates the indexes (main-prepare.ts). */
export const PREPARE = "boundary-evaluator-prepare";

/** The indexes of every collection. */
export const DATABASE_INDEXES: readonly CollectionIndexes[] = [
  BOUNDARY_INDEXES,
  EVALUATION_INDEXES,
  USE_INDEXES,
  LATEST_EVALUATION_INDEXES,
  DELIVERY_INDEXES,
  EXPORT_PROGRESS_INDEXES,
];
