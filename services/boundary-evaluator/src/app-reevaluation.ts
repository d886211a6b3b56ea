import { pause } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { counter, histogram } from "@network-access/service-runtime/metrics";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import type { ServiceClient } from "@network-access/service-runtime/service-client";
import type { assembleJudge } from "./app-judge.ts";
import type { WorkerConfig } from "./config.ts";
import { type CurrentInputs, readCurrentInputs } from "./inputs/current-inputs.ts";
import { createStaleScanHandler, createStaleScanSender } from "./jobs/stale-scan-jobs.ts";
import { httpRequestReevaluation } from "./reevaluation/http-request-reevaluation.ts";
import { createLatestRules } from "./reevaluation/latest-rules.ts";
import { type ReevaluateStaleNeeds, reevaluateStale } from "./reevaluation/reevaluate-stale.ts";
import { createScanPace } from "./reevaluation/scan-pace.ts";
import { createValidityNotes } from "./reevaluation/validity-notes.ts";

const looks = histogram({
  name: "stale_scan_duration_seconds",
  help: "Comparing what verdicts stand on with what is now",
});
const askings = counter({ name: "reevaluations_requested_total", help: "Change requests asked to be judged again" });

/** A comparison that asks for many ends after this and goes on as a new one, which sees what changed meanwhile. */
const LONGEST_COMPARISON_MS = 10_000;
/** A hint within this share of the time between two comparisons is only looked into; one that comes by itself never is. */
const HINTED_SHARE = 0.8;
/** Judgings that were put so long before a comparison began may have been missed by it: clocks differ, and recording takes time. */
const MISSED_MS = 10_000;
/** More than so many that name something, since the last comparison of all, call for the next. */
const MOST_SINCE = 1_000;
/** What concerned nobody is written down this often. */
const NOTES_WRITTEN_EVERY_MS = 300_000;
/** A footing that nobody stands on is kept for so long. */
const BOUNDARY_INPUTS_KEPT_MS = 3_600_000;

/** The part of the worker that judges again what stands on other addresses or boundaries by now. */
export function assembleReevaluation(
  config: WorkerConfig,
  logger: Logger,
  {
    stores,
    changeRequest,
  }: { readonly stores: ReturnType<typeof assembleJudge>; readonly changeRequest: ServiceClient },
): Part[] {
  const { comparing } = config;
  const { latestEvaluations, boundaryInputsStore, sequence } = stores;
  const stopping = new AbortController();
  const pace = createScanPace({
    perSecond: comparing.reevaluationsPerSecond,
    shortestQuietMs: comparing.quietMs,
    now: () => performance.now(),
    pause: (ms) => pause(ms, stopping.signal),
  });
  const needs: ReevaluateStaleNeeds = {
    ...stores,
    notes: createValidityNotes({
      latestEvaluations,
      boundaryInputsStore,
      writeEveryMs: NOTES_WRITTEN_EVERY_MS,
      now: () => performance.now(),
    }),
    rules: createLatestRules(stores.contents, comparing.rulesHeld),
    requestReevaluation: httpRequestReevaluation(changeRequest),
    pace: pace.beforeAsking,
  };
  const sender = createStaleScanSender({ ...config.jobs, logger });

  let seen: { readonly current: CurrentInputs; readonly at: number; readonly since: string } | null = null;

  /** Between two comparisons that read every judging it is enough to look whether anything is other than it was then. */
  async function isAsSeen(now: number): Promise<boolean> {
    if (seen === null || now - seen.at >= comparing.everyMs * HINTED_SHARE) return false;
    const { current, since } = seen;
    const named = await latestEvaluations.namedSince(since, MOST_SINCE);
    return named !== null && (await current.isStillSo(named));
  }

  async function compare(): Promise<void> {
    await pace.beforeNext();
    if (stopping.signal.aborted) return;
    const beganAt = performance.now();
    const since = new Date(Date.now() - MISSED_MS).toISOString();
    if (await isAsSeen(beganAt)) return;
    seen = null;
    const isOver = () => stopping.signal.aborted || performance.now() - beganAt > LONGEST_COMPARISON_MS;
    try {
      const current = await readCurrentInputs(stores);
      const { looked, requested, gone, more } = await reevaluateStale(needs, current, isOver);
      if (!more) seen = { current, at: beganAt, since };
      askings.inc({}, requested);
      if (requested + gone > 0) logger.info({ looked, requested, gone, more }, "asked to judge again");
      if (more) await sender.askToCompare();
    } finally {
      const tookMs = performance.now() - beganAt;
      looks.observe({}, tookMs / 1_000);
      pace.ended(tookMs);
    }
  }

  let seenSequence = -1;
  return [
    sender,
    createPeriodic({
      name: "request stale scan",
      everyMs: comparing.everyMs,
      logger,
      task: () => sender.askToCompare(),
    }),
    createPeriodic({
      name: "check for edited boundaries",
      everyMs: comparing.lookForEditsEveryMs,
      logger,
      async task() {
        const current = await sequence.current();
        if (current !== seenSequence) await sender.askToCompare();
        seenSequence = current;
      },
    }),
    createPeriodic({
      name: "purge boundary inputs",
      everyMs: BOUNDARY_INPUTS_KEPT_MS / 4,
      logger,
      async task() {
        // What is kept while this runs is younger than that, and stays.
        const before = new Date(Date.now() - BOUNDARY_INPUTS_KEPT_MS);
        await boundaryInputsStore.forget(await latestEvaluations.inputsInUse(), before);
      },
    }),
    createStaleScanHandler(compare, { ...config.jobs, logger, stopMs: config.stopMs }),
    // Stops before the handler, which waits for the comparison in progress.
    { name: "comparison", start: () => undefined, stop: () => stopping.abort() },
  ];
}
