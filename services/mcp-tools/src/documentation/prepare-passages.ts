import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { SharedPassageIndex } from "./opensearch-passage-index.ts";

const EVERY_MS = 10_000;

/**
 * Prepares the shared index in the background, about every 10 s by default. An attempt fails if OpenSearch is
 * unavailable or if another process is preparing the index. The next run then tries again. Later runs also create the
 * index again if it was lost.
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
    // If processes start at the same time, their attempts disturb each other. With the jitter, their next attempts
    // begin at different times.
    jitter: 0.5,
    logger,
    task: () => index.prepare(),
  });
}
