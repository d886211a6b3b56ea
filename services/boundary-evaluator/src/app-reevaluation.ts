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
 * The longest duration of a scan, which compares the inputs of stored verdicts with the current inputs. A scan that
 * takes longer stops and requests another scan. That scan begins again with the first verdict and reads the inputs
 * anew. It does not repeat the requests for re-evaluation that the stopped scan has sent.
 */
const MAX_SCAN_MS = 10_000;
/**
 * A whole scan is one that was not stopped and did not fail. If the last scan was whole, its start begins a time
 * of this share of the scan interval. During this time, a job scans only if something has changed. In every other case,
 * a job scans.
 */
const HINT_SHARE = 0.8;
/**
 * A scan may miss an evaluation that was made less than this time before the scan began, because clocks differ and
 * recording an evaluation takes time. So such an evaluation counts as made after that scan began.
 */
const MISSED_MS = 10_000;
/**
 * The next job starts a whole scan if more than this number of change requests that name groups or items were evaluated
 * since the last whole scan.
 */
const MAX_SINCE = 1_000;
/** The interval at which notes about verdicts that still hold are written to the store (validity-notes.ts). */
const NOTES_WRITTEN_EVERY_MS = 300_000;
/** How long boundary inputs are kept after they were last stored, if no latest evaluation refers to them. */
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

  /** Returns true if nothing has changed since the last whole scan and the next whole scan is not due yet. */
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
        // Inputs that are stored while this code runs are newer than `before`, so they are kept.
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
