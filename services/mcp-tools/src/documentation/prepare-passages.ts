import type { Logger } from "@network-access/service-runtime/logger";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import type { SharedPassageIndex } from "./opensearch-passage-index.ts";

const EVERY_MS = 10_000;

/**
 * Prepares the shared index once after the start, in the background. An attempt that fails is repeated, because
 * OpenSearch may be unavailable or another process may prepare the index at the same time.
 */
export function createPassagePreparation({
  index,
  logger,
  everyMs = EVERY_MS,
}: {
  readonly index: Pick<SharedPassageIndex, "prepare">;
  readonly logger: Logger;
  readonly everyMs?: number;
}): Part {
  let isPrepared = false;
  return createPeriodic({
    name: "prepare-documentation-index",
    everyMs,
    jitter: 0.5,
    logger,
    async task() {
      if (isPrepared) return;
      await index.prepare();
      isPrepared = true;
      logger.info({}, "the index of the documentation has this version's passages");
    },
  });
}
