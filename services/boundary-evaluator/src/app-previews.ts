import { randomUUID } from "node:crypto";
import { pause } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { createMutex } from "@network-access/service-runtime/mutex";
import type { Part } from "@network-access/service-runtime/part";
import type { assembleJudge } from "./app-judge.ts";
import type { SubgraphConfig } from "./config.ts";
import { lookup } from "./inputs/collect-inputs.ts";
import { httpStoredRequests } from "./previews/http-stored-requests.ts";
import type { PreviewBoundaryNeeds } from "./previews/preview-boundary.ts";
import { createPreviewThread } from "./previews/preview-runner.ts";
import { readAhead } from "./previews/read-ahead.ts";
import { readPackedTexts } from "./previews/read-packed-texts.ts";
import { readStoredTexts } from "./previews/read-stored-texts.ts";
import type { RunPreviewNeeds } from "./previews/run-preview.ts";
import { createShardedPreviewRunner } from "./previews/sharded-preview-runner.ts";
import type { Result } from "./previews/stored-requests.ts";

/** The pause before another attempt to read the stored requests, if a service or store was unavailable. */
const RETRY_MS = 10_000;

/**
 * Creates a part that reads the stored requests once after the process has started, so that the first preview is
 * faster.
 */
function createReadAhead(read: (signal: AbortSignal) => Promise<Result<number>>, logger: Logger): Part {
  const stopping = new AbortController();
  const { signal } = stopping;
  let reading: Promise<void> | undefined;

  async function readUntilDone(): Promise<void> {
    for (; !signal.aborted; await pause(RETRY_MS, signal)) {
      const beganAt = performance.now();
      try {
        const result = await read(signal);
        if (!result.ok) continue;
        const seconds = Math.round((performance.now() - beganAt) / 100) / 10;
        logger.info({ requests: result.value, seconds }, "stored change requests were read for previews");
        return;
      } catch (error) {
        if (!signal.aborted)
          logger.warn({ err: error }, "reading stored change requests for previews failed and will be repeated");
      }
    }
  }

  return {
    name: "read-ahead for previews",
    start() {
      reading ??= readUntilDone();
    },
    async stop() {
      stopping.abort();
      await reading;
    },
  };
}

/** Assembles the part of the subgraph that previews edits of boundaries. This part only reads. */
export function assemblePreviews(
  config: SubgraphConfig,
  logger: Logger,
  stores: ReturnType<typeof assembleJudge>,
): { readonly preview: PreviewBoundaryNeeds; readonly parts: Part[] } {
  const { boundaries, snapshots, latestEvaluations, contents, settings, clientOf } = stores;
  const changeRequest = clientOf("change-request", config.calls.changeRequestUrl);
  const requests = httpStoredRequests(changeRequest);
  const { threads: count, memoryMb, waiting } = config.previews;
  const threads = Array.from({ length: count }, () =>
    createPreviewThread({
      settings,
      maxBytes: (memoryMb * 1_024 * 1_024) / count,
      threadMemoryMb: Math.ceil(memoryMb / count) + config.judge.threadMemoryMb,
      logger,
    }),
  );
  const runner = createShardedPreviewRunner(threads);
  const run: RunPreviewNeeds = {
    snapshots,
    requests,
    lookup: (references) => lookup(stores, references),
    readTexts: (revisions, signal) => readStoredTexts({ latestEvaluations, contents, requests }, revisions, signal),
  };
  const readAheadPart = createReadAhead((signal) => readAhead({ ...run, newRun: randomUUID }, runner, signal), logger);
  return {
    preview: {
      boundaries,
      run,
      runner,
      readTexts: (hashes) => readPackedTexts(contents, hashes),
      mutex: createMutex(waiting),
      newRun: randomUUID,
      previewMs: config.deadlines.previewMs,
    },
    parts: [
      { name: "change-request client", start: () => undefined, stop: () => changeRequest.stop() },
      ...threads,
      ...(config.previews.readAhead ? [readAheadPart] : []),
    ],
  };
}
