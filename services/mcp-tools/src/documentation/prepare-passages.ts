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
    // An attempt can fail if another process makes an attempt at the same time. With the jitter, processes that start
    // at the same time make their next attempts at different times.
    jitter: 0.5,
    logger,
    task: () => index.prepare(),
  });
}
