import { randomUUID } from "node:crypto";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import type { assembleJudging } from "./app-judging.ts";
import { createPreviewingThread } from "./ask-previewing.ts";
import { httpStoredRequests } from "./clients/http-stored-requests.ts";
import type { SubgraphConfig } from "./config.ts";
import { lookUp } from "./gather.ts";
import type { PreviewBoundaryNeeds } from "./preview-boundary.ts";
import { readStoredTexts } from "./read-stored-texts.ts";
import { sharePreviewing } from "./share-previewing.ts";
import { createTurns } from "./turns.ts";

/** The part of the subgraph that previews edits of boundaries: it reads, and writes nothing. */
export function assemblePreviewing(
  config: SubgraphConfig,
  logger: Logger,
  stores: ReturnType<typeof assembleJudging>,
): { readonly preview: PreviewBoundaryNeeds; readonly parts: Part[] } {
  const { boundaries, snapshots, standing, contents, settings, clientOf } = stores;
  const changeRequest = clientOf("change-request", config.changeRequestUrl);
  const requests = httpStoredRequests(changeRequest);
  const { threads: count, memoryMb, waiting } = config.previews;
  const threads = Array.from({ length: count }, () =>
    createPreviewingThread({
      settings,
      maxBytes: (memoryMb * 1_024 * 1_024) / count,
      threadMemoryMb: Math.ceil(memoryMb / count) + config.threadMemoryMb,
      logger,
    }),
  );
  return {
    preview: {
      boundaries,
      run: {
        snapshots,
        requests,
        lookUp: (references) => lookUp(stores, references),
        readTexts: (revisions, signal) => readStoredTexts({ standing, contents, requests }, revisions, signal),
      },
      previewing: sharePreviewing(threads),
      turns: createTurns(waiting),
      newRun: randomUUID,
      previewMs: config.deadlines.previewMs,
    },
    parts: [{ name: "change-request client", start: () => undefined, stop: () => changeRequest.stop() }, ...threads],
  };
}
