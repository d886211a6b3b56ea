import { randomUUID } from "node:crypto";
import { pause } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { createMutex } from "@network-access/service-runtime/mutex";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import type { assembleJudge } from "./app-judge.ts";
import type { SubgraphConfig } from "./config.ts";
import { lookup } from "./inputs/collect-inputs.ts";
import { createPreviewingThread } from "./previews/ask-previewing.ts";
import { httpStoredRequests } from "./previews/http-stored-requests.ts";
import type { PreviewBoundaryNeeds } from "./previews/preview-boundary.ts";
import { readAhead } from "./previews/read-ahead.ts";
import { readPackedTexts } from "./previews/read-packed-texts.ts";
import { readStoredTexts } from "./previews/read-stored-texts.ts";
import type { RunPreviewNeeds } from "./previews/run-preview.ts";
import { sharePreviewing } from "./previews/share-previewing.ts";
import type { Told } from "./previews/stored-requests.ts";

/** Between two tries of reading ahead while something it needs is away. */
const AGAIN_MS = 10_000;

/** Reads ahead once, from the start of the process. */
function createReadingAhead(read: (signal: AbortSignal) => Promise<Told<number>>, logger: Logger): Part {
  const stopping = new AbortController();
  const { signal } = stopping;
  let reading: Promise<void> | undefined;

  async function untilRead(): Promise<void> {
    for (; !signal.aborted; await pause(AGAIN_MS, signal)) {
      const beganAt = performance.now();
      try {
        const told = await read(signal);
        if (!told.ok) continue;
        const seconds = Math.round((performance.now() - beganAt) / 100) / 10;
        logger.info({ requests: told.value, seconds }, "stored change requests were read for previews");
        return;
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error }, "stored change requests are read for previews later");
      }
    }
  }

  return {
    name: "reading ahead for previews",
    start() {
      reading ??= untilRead();
    },
    async stop() {
      stopping.abort();
      await reading;
    },
  };
}

/** The part of the subgraph that previews edits of boundaries: it reads, and writes nothing. */
export function assemblePreviews(
  config: SubgraphConfig,
  logger: Logger,
  stores: ReturnType<typeof assembleJudge>,
): { readonly preview: PreviewBoundaryNeeds; readonly parts: Part[] } {
  const { boundaries, snapshots, latestEvaluations, contents, settings, clientOf } = stores;
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
  const previewing = sharePreviewing(threads);
  const run: RunPreviewNeeds = {
    snapshots,
    requests,
    lookup: (references) => lookup(stores, references),
    readTexts: (revisions, signal) => readStoredTexts({ latestEvaluations, contents, requests }, revisions, signal),
  };
  const readingAhead = createReadingAhead(
    (signal) => readAhead({ ...run, newRun: randomUUID }, previewing, signal),
    logger,
  );
  return {
    preview: {
      boundaries,
      run,
      previewing,
      readTexts: (hashes) => readPackedTexts(contents, hashes),
      turns: createMutex(waiting),
      newRun: randomUUID,
      previewMs: config.deadlines.previewMs,
    },
    parts: [
      { name: "change-request client", start: () => undefined, stop: () => changeRequest.stop() },
      ...threads,
      ...(config.previews.readsAhead ? [readingAhead] : []),
    ],
  };
}
