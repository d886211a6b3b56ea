import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createLogger } from "@network-access/service-runtime/logger";
import { counter } from "@network-access/service-runtime/metrics";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { stopTogether } from "@network-access/service-runtime/stop-parts";
import { createTelemetry } from "@network-access/service-runtime/telemetry";
import { assembleExports } from "./app-exports.ts";
import { assembleJudge } from "./app-judge.ts";
import { assembleReevaluation } from "./app-reevaluation.ts";
import type { WorkerConfig } from "./config.ts";
import { type EvaluateSavedNeeds, evaluateSaved } from "./evaluations/evaluate-saved.ts";
import { findFlip } from "./evaluations/find-flip.ts";
import { finishEvaluation } from "./evaluations/finish-evaluation.ts";
import { httpChangeRequestSource } from "./evaluations/http-change-request-source.ts";
import { evaluationReconciler } from "./evaluations/reconcile-evaluations.ts";
import { createEvaluatedSender, createEvaluateHandler } from "./jobs/evaluation-jobs.ts";

const jobs = counter({
  name: "evaluation_jobs_total",
  help: "Jobs that evaluated a saved revision",
  labels: ["outcome"],
});

/**
 * Assembles the process that evaluates saved requests: it processes jobs, writes records and notifies the
 * change-request service.
 */
export function createWorkerApp(config: WorkerConfig): Assembly & { readonly server: HttpServer } {
  const name = "boundary-evaluator-worker";
  const logger = createLogger({ name, level: config.logLevel });
  const stores = assembleJudge(config, logger);
  const {
    boundaries,
    evaluations,
    contents,
    ledger,
    latestEvaluations,
    boundaryInputsStore,
    collectInputs,
    judge,
    clientOf,
    check,
    parts,
  } = stores;
  const now = () => new Date();
  for (const outcome of ["recorded", "gone"]) jobs.inc({ outcome }, 0);
  const changeRequest = clientOf("change-request", config.calls.changeRequestUrl);
  const sender = createEvaluatedSender({ ...config.jobs, logger });
  const { exportResults, parts: exportParts } = assembleExports(config, logger, stores);
  type Finishing = Parameters<typeof finishEvaluation>;
  const finish = (record: Finishing[1], rules: Finishing[2]) =>
    finishEvaluation(
      { ledger, evaluations, latestEvaluations, exportResults, notifyOwner: sender.notify },
      record,
      rules,
    );
  const needs: EvaluateSavedNeeds = {
    changeRequests: httpChangeRequestSource(changeRequest),
    collectInputs,
    judge,
    evaluations,
    contents,
    boundaryInputsStore,
    findFlip: (previous, request, inputs, judgement) =>
      findFlip({ evaluations, contents, boundaries }, previous, request, inputs, judgement),
    thresholds: config.judge.thresholds,
    now,
    finish,
  };

  const handler = createEvaluateHandler(
    async (id, signal) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(config.evaluations.deadlineMs)]);
      jobs.inc({ outcome: await evaluateSaved(needs, id, limit) });
    },
    { ...config.jobs, logger, concurrency: config.evaluations.concurrency, stopMs: config.stopMs },
  );
  const reconcile = evaluationReconciler({
    evaluations,
    finish: (record) => finish(record, null),
    now,
    unfinishedAfterMs: config.reconcile.unfinishedAfterMs,
  });
  const reconciler = createPeriodic({
    name: "reconcile evaluations",
    everyMs: config.reconcile.everyMs,
    logger,
    async task(signal) {
      const finished = await reconcile(signal);
      if (finished > 0) logger.info({ finished }, "finished evaluations that were left unfinished");
    },
  });
  const reevaluation = assembleReevaluation(config, logger, { stores, changeRequest });
  const server = createHttpServer({ ...config.http, logger, checks: [check, handler.check] });

  return {
    logger,
    server,
    stopDeadlineMs: config.stopMs + config.http.drainGraceMs,
    parts: [
      createTelemetry({ serviceName: name, endpoint: config.traces, logger }),
      ...parts,
      { name: "change-request client", start: () => undefined, stop: () => changeRequest.stop() },
      sender,
      reevaluation.sender,
      stopTogether([...exportParts, reconciler, ...reevaluation.work, server, handler]),
    ],
  };
}
