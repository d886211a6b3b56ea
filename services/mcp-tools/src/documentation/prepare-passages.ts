import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { SharedPassageIndex } from "./opensearch-passage-index.ts";

const EVERY_MS = 10_000;

/**
 * Prepares the shared index in the background. An attempt that fails is repeated, because OpenSearch may be unavailable
 * or another process may prepare the index at the same time. Later runs create the index again if it was lost.
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
  return createPeriodic({
    name: "prepare-documentation-index",
    everyMs,
    // Processes that start at the same time disturb each other's attempts. The jitter makes their next attempts differ
    // in time.
    jitter: 0.5,
    logger,
    task: () => index.prepare(),
  });
}
