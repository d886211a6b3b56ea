import { randomUUID } from "node:crypto";
import { createUserAuthenticator } from "@network-access/access/caller";
import { createServiceAuthenticator } from "@network-access/access/service-caller";
import { createServiceTokenSource } from "@network-access/access/service-token-source";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createIndexCheck } from "@network-access/service-runtime/index-check";
import { createLogger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { createServiceClient } from "@network-access/service-runtime/service-client";
import { stopTogether } from "@network-access/service-runtime/stop-parts";
import { createTelemetry } from "@network-access/service-runtime/telemetry";
import { createEvents } from "./app-events.ts";
import type { Config } from "./config.ts";
import { applyEvaluation } from "./evaluation/apply-evaluation.ts";
import { httpEvaluationVerdicts } from "./evaluation/http-evaluation-verdicts.ts";
import { requestReevaluation } from "./evaluation/request-reevaluation.ts";
import { resendPending } from "./evaluation/resend-pending.ts";
import { createChangeRequestEndpoint } from "./graphql/endpoint.ts";
import { currentTextsRoute } from "./http/current-texts-route.ts";
import { newestRevisionsRoute } from "./http/newest-revisions-route.ts";
import { requestReevaluationRoute } from "./http/request-reevaluation-route.ts";
import { savedChangeRequestRoute } from "./http/saved-change-request-route.ts";
import { createEvaluatedHandler, createEvaluationSender } from "./jobs/evaluation-jobs.ts";
import { DATABASE_INDEXES, PREPARE } from "./mongo-indexes.ts";
import { withHints } from "./requests/hinting-store.ts";
import { mongoChangeRequestStore } from "./requests/mongo-change-request-store.ts";
import { purgeDeleted } from "./requests/purge-deleted.ts";
import { presentStoreError, withStoreDeadline } from "./requests/store-deadline.ts";

/** Assembles the process. Only this file imports all of its parts. */
export function createApp(config: Config): Assembly & { readonly server: HttpServer } {
  const logger = createLogger({ name: "change-request", level: config.logLevel });
  const queue = { ...config.jobs, logger };
  const now = () => new Date();
  const { pace } = config;

  const mongo = connectMongo({ ...config.mongo, logger, appName: "change-request" });
  const unhintedStore = withStoreDeadline(mongoChangeRequestStore(mongo.database), config.store.deadlineMs);
  const authenticateUser = createUserAuthenticator(config.users, { logger });
  const events = createEvents({ config, store: unhintedStore, authenticate: authenticateUser, now, logger });
  const store = withHints(unhintedStore, events.hint);
  const sender = createEvaluationSender(queue);
  const tokenFor = createServiceTokenSource(config.serviceTokenFile);
  const evaluator = createServiceClient({
    callee: "boundary-evaluator",
    url: config.evaluatorUrl,
    logger,
    token: () => tokenFor("boundary-evaluator"),
  });

  const subgraph = createChangeRequestEndpoint({
    needs: { store, send: sender.send, now, newUuid: randomUUID, pace },
    authenticate: authenticateUser,
    logger,
    maxBodyBytes: config.http.maxBodyBytes,
  });
  const authenticate = createServiceAuthenticator(config.services, { logger });
  const internal = [
    savedChangeRequestRoute({ store, authenticate, allowedSubjects: config.textSubjects }),
    currentTextsRoute({ store, authenticate, allowedSubjects: config.textSubjects }),
    newestRevisionsRoute({ store, authenticate, allowedSubjects: config.textSubjects }),
    requestReevaluationRoute({
      requestReevaluation: (request) => requestReevaluation({ store, send: sender.send, now, pace }, request),
      authenticate,
      allowedSubjects: config.reevaluationSubjects,
    }),
  ];
  const server = createHttpServer({
    ...config.http,
    logger,
    routes: [...subgraph.routes, events.route, ...internal],
    checks: [mongo.check],
    presentError: presentStoreError,
  });

  const verdictOf = httpEvaluationVerdicts(evaluator);
  const handler = createEvaluatedHandler((id) => applyEvaluation({ store, verdictOf, now, pace }, id), {
    ...queue,
    concurrency: config.applyConcurrency,
    stopMs: config.stopMs,
  });
  const resending = createPeriodic({
    name: "resend pending",
    everyMs: config.resend.everyMs,
    logger,
    async task(signal) {
      const resent = await resendPending({ store, send: sender.send, now, pace, batch: config.resend.batch }, signal);
      if (resent > 0) logger.info({ resent }, "resent evaluation jobs");
    },
  });

  return {
    logger,
    server,
    stopDeadlineMs: config.stopMs + config.http.drainGraceMs,
    parts: [
      createTelemetry({ serviceName: "change-request", endpoint: config.traces, logger }),
      mongo,
      createIndexCheck({ database: mongo.database, indexes: DATABASE_INDEXES, createdBy: PREPARE, logger }),
      { name: "evaluator client", start: () => undefined, stop: () => evaluator.stop() },
      sender,
      ...events.parts,
      subgraph,
      stopTogether([server, handler, resending, ...purging()]),
    ],
  };

  function purging(): Part[] {
    const { keepDeletedMs: keepMs } = config.store;
    if (keepMs === undefined) return [];
    const task = (signal: AbortSignal) => purgeDeleted({ store, now, keepMs }, signal);
    return [createPeriodic({ name: "purge deleted", everyMs: 3_600_000, logger, task })];
  }
}
