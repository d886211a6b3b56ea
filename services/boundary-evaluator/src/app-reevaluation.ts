import { pause } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { counter, histogram } from "@network-access/service-runtime/metrics";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
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

const durations = histogram({
  name: "stale_scan_duration_seconds",
  help: "Time of one comparison of the inputs of verdicts with the current ones",
});
const requests = counter({ name: "reevaluations_requested_total", help: "Change requests to be evaluated again" });

/**
 * The time limit of a scan, in milliseconds. A scan compares the inputs of stored verdicts with the current inputs.
 * When the limit is reached, the scan stops and requests a second scan. The second scan reads the current inputs anew
 * and starts from the first verdict. It does not repeat re-evaluation requests that the first scan sent.
 */
const MAX_SCAN_MS = 10_000;
/**
 * The part of the scan interval, from 0 to 1, during which a job may skip its scan. It is measured from the start of
 * the last whole scan, which is a scan that neither failed nor was stopped.
 *
 * During this time, a job scans only if a boundary or an address has changed. After this time, every job scans. If the
 * last scan was not whole, every job scans too.
 */
const HINT_SHARE = 0.8;
/**
 * Evaluations that were made up to this many milliseconds before a scan began are treated as if they were made after it
 * began. The scan may have missed these evaluations, because clocks differ and recording an evaluation takes time.
 */
const MISSED_MS = 10_000;
/**
 * If more than this many change requests that name groups or items were evaluated since the last whole scan, the next
 * job scans without checking for changes first.
 */
const MAX_SINCE = 1_000;
/**
 * The interval, in milliseconds, at which notes in memory are written to the store. A note says that a verdict still
 * holds for newer inputs (validity-notes.ts).
 */
const NOTES_WRITTEN_EVERY_MS = 300_000;
/**
 * Boundary inputs to which no latest evaluation refers can be deleted this many milliseconds after they were last
 * stored.
 */
const BOUNDARY_INPUTS_KEPT_MS = 3_600_000;

/** Assembles the part of the worker that requests re-evaluations after changes of addresses or boundaries. */
export function assembleReevaluation(
  config: WorkerConfig,
  logger: Logger,
  {
    stores,
    changeRequest,
  }: { readonly stores: ReturnType<typeof assembleJudge>; readonly changeRequest: ServiceClient },
): { readonly sender: Part; readonly work: readonly Part[] } {
  const { scans } = config;
  const { latestEvaluations, boundaryInputsStore, sequence } = stores;
  const stopping = new AbortController();
  const pace = createScanPace({
    perSecond: scans.reevaluationsPerSecond,
    minPauseMs: scans.minPauseMs,
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
    rules: createLatestRules(stores.contents, scans.cachedRules),
    requestReevaluation: httpRequestReevaluation(changeRequest),
    pace: pace.beforeRequests,
  };
  const sender = createStaleScanSender({ ...config.jobs, logger });

  /** The last whole scan. */
  let last: { readonly current: CurrentInputs; readonly at: number; readonly since: string } | null = null;

  /**
   * Returns true only if the scan can be skipped: the last whole scan began less than `HINT_SHARE` of the scan interval
   * ago, and no boundary or address has changed since then.
   */
  async function isUnchanged(now: number): Promise<boolean> {
    if (last === null || now - last.at >= scans.everyMs * HINT_SHARE) return false;
    const { current, since } = last;
    const named = await latestEvaluations.namedSince(since, MAX_SINCE);
    return named !== null && (await current.isUnchanged(named));
  }

  async function scan(): Promise<void> {
    await pace.beforeScan();
    if (stopping.signal.aborted) return;
    const beganAt = performance.now();
    const since = new Date(Date.now() - MISSED_MS).toISOString();
    if (await isUnchanged(beganAt)) return;
    last = null;
    const isOver = () => stopping.signal.aborted || performance.now() - beganAt > MAX_SCAN_MS;
    try {
      const current = await readCurrentInputs(stores);
      const { compared, requested, gone, more } = await reevaluateStale(needs, current, isOver);
      if (!more) last = { current, at: beganAt, since };
      requests.inc({}, requested);
      if (requested + gone > 0) logger.info({ compared, requested, gone, more }, "requested re-evaluations");
      if (more) await sender.requestScan();
    } finally {
      const tookMs = performance.now() - beganAt;
      durations.observe({}, tookMs / 1_000);
      pace.ended(tookMs);
    }
  }

  let seenSequence = -1;
  const work = [
    createPeriodic({
      name: "request stale scan",
      everyMs: scans.everyMs,
      logger,
      task: () => sender.requestScan(),
    }),
    createPeriodic({
      name: "check for edited boundaries",
      everyMs: scans.checkEditsEveryMs,
      logger,
      async task() {
        const current = await sequence.current();
        if (current !== seenSequence) await sender.requestScan();
        seenSequence = current;
      },
    }),
    createPeriodic({
      name: "purge boundary inputs",
      everyMs: BOUNDARY_INPUTS_KEPT_MS / 4,
      logger,
      async task() {
        // Inputs that another process stores after `inputsInUse` has returned are newer than `before`, so they are
        // kept.
        const before = new Date(Date.now() - BOUNDARY_INPUTS_KEPT_MS);
        await boundaryInputsStore.purge(await latestEvaluations.inputsInUse(), before);
      },
    }),
    createStaleScanHandler(scan, { ...config.jobs, logger, stopMs: config.stopMs }),
    // When the worker stops, this part aborts the running scan, and the handler waits until the scan has ended.
    { name: "stale scan", start: () => undefined, stop: () => stopping.abort() },
  ];
  return { sender, work };
}
