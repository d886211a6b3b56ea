import { createServiceTokenSource } from "@network-access/access/service-token-source";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { createIndexCheck } from "@network-access/service-runtime/index-check";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import { createServiceClient, type ServiceClient } from "@network-access/service-runtime/service-client";
import { createBoundarySnapshots } from "./boundaries/boundary-snapshots.ts";
import { mongoBoundarySequence } from "./boundaries/mongo-boundary-sequence.ts";
import { mongoBoundaryStore } from "./boundaries/mongo-boundary-store.ts";
import type { JudgeConfig } from "./config.ts";
import { mongoEvaluationStore } from "./evaluations/mongo-evaluation-store.ts";
import { mongoUseLedger } from "./evaluations/mongo-use-ledger.ts";
import { mongoDeliveryStore } from "./exports/mongo-delivery-store.ts";
import { mongoExportProgressStore } from "./exports/mongo-export-progress-store.ts";
import { createAddressMemory } from "./inputs/address-memory.ts";
import { collectInputs } from "./inputs/collect-inputs.ts";
import { httpAddressSource } from "./inputs/http-address-source.ts";
import { mongoBoundaryInputsStore } from "./inputs/mongo-boundary-inputs-store.ts";
import { mongoContentStore } from "./inputs/mongo-content-store.ts";
import { mongoIntegrationStore } from "./integrations/mongo-integration-store.ts";
import { createInlineJudgeRunner } from "./judge-threads/judge-inline.ts";
import { createJudgePool } from "./judge-threads/judge-pool.ts";
import { judgeBySize } from "./judge-threads/judge-runner.ts";
import { measureEvaluations } from "./judge-threads/measure-evaluations.ts";
import { DATABASE_INDEXES, PREPARE } from "./mongo-indexes.ts";
import { mongoLatestEvaluationStore } from "./reevaluation/mongo-latest-evaluation-store.ts";

/**
 * Assembles what the subgraph process and the worker process both use: the stores, the judge, `collectInputs` and its
 * dependencies, and the parts to start.
 */
export function assembleJudge(config: JudgeConfig, logger: Logger) {
  const mongo = connectMongo({ ...config.mongo, logger, appName: "boundary-evaluator" });
  const boundaries = mongoBoundaryStore(mongo.database);
  const sequence = mongoBoundarySequence(mongo.database);
  const contents = mongoContentStore(mongo.database);
  const evaluations = mongoEvaluationStore(mongo.database, contents);
  const ledger = mongoUseLedger(mongo.database);
  const latestEvaluations = mongoLatestEvaluationStore(mongo.database);
  const boundaryInputsStore = mongoBoundaryInputsStore(mongo.database);
  const integrations = mongoIntegrationStore(mongo.database);
  const deliveries = mongoDeliveryStore(mongo.database);
  const progress = mongoExportProgressStore(mongo.database);

  const tokenFor = createServiceTokenSource(config.calls.tokenFile);
  const clientOf = (callee: string, url: string): ServiceClient =>
    createServiceClient({ callee, url, logger, token: () => tokenFor(callee), deadlineMs: config.calls.deadlineMs });
  const inventory = clientOf("inventory", config.calls.inventoryUrl);
  const addressSource = httpAddressSource(inventory);
  const snapshots = createBoundarySnapshots({ boundaries, sequence });
  const collectInputsNeeds = {
    snapshots,
    addressSource,
    addressMemory: createAddressMemory(addressSource, config.addresses.cachedCidrs),
  };

  const { thresholds, inlineWeight, threads, threadMemoryMb } = config.judge;
  const settings = {
    scoreReviewAt: thresholds.scoreReviewAt ?? undefined,
    scoreFailAt: thresholds.scoreFailAt ?? undefined,
  };
  const pool = createJudgePool({ settings, threads, threadMemoryMb, logger });
  const { judge, suggest } = judgeBySize({
    inline: createInlineJudgeRunner(settings),
    inThread: pool,
    inlineWeight,
  });
  const measured = measureEvaluations({
    judge,
    collectInputs: (request) => collectInputs(collectInputsNeeds, request),
  });
  const comparing = createPeriodic({
    name: "compare boundaries",
    everyMs: config.boundaries.compareEveryMs,
    logger,
    task: () => snapshots.compareAll(),
  });
  const parts: Part[] = [
    mongo,
    createIndexCheck({ database: mongo.database, indexes: DATABASE_INDEXES, createdBy: PREPARE, logger }),
    { name: "inventory client", start: () => undefined, stop: () => inventory.stop() },
    pool,
    comparing,
  ];

  return {
    boundaries,
    sequence,
    contents,
    evaluations,
    ledger,
    latestEvaluations,
    boundaryInputsStore,
    integrations,
    deliveries,
    progress,
    ...collectInputsNeeds,
    clientOf,
    settings,
    suggest,
    ...measured,
    check: mongo.check,
    parts,
  };
}
