import { randomUUID } from "node:crypto";
import { createUserAuthenticator } from "@network-access/access/caller";
import { createServiceAuthenticator } from "@network-access/access/service-caller";
import { createServiceTokenSource } from "@network-access/access/service-token-source";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { withDeadline } from "@network-access/service-runtime/deadline";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createLogger } from "@network-access/service-runtime/logger";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Assembly, Part } from "@network-access/service-runtime/run-until-signal";
import { createServiceClient } from "@network-access/service-runtime/service-client";
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
import { withHints } from "./requests/hinting-store.ts";
import { mongoChangeRequestStore } from "./requests/mongo-change-request-store.ts";
import { purgeDeleted } from "./requests/purge-deleted.ts";
import { presentStoreError, withStoreDeadline } from "./requests/store-deadline.ts";

/** Everything this process consists of, put together; the only place that knows all of it. */
export function createApp(config: Config): Assembly & { readonly server: HttpServer } {
  const logger = createLogger({ name: "change-request", level: config.logLevel });
  const engine = { ...config.jobs, logger };
  const now = () => new Date();
  const { pace } = config;

  const mongo = connectMongo({ ...config.mongo, logger, appName: "change-request" });
  const records = mongoChangeRequestStore(mongo.database);
  const silentStore = withStoreDeadline(records, config.storeDeadlineMs);
  const authenticateUser = createUserAuthenticator(config.users);
  const events = createEvents({ config, store: silentStore, authenticate: authenticateUser, now, logger });
  const store = withHints(silentStore, events.hint);
  const sender = createEvaluationSender(engine);
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
  const authenticate = createServiceAuthenticator(config.services);
  const internal = [
    savedChangeRequestRoute({ store, authenticate, allowedSubjects: config.textSubjects }),
    currentTextsRoute({ store, authenticate, allowedSubjects: config.textSubjects }),
    newestRevisionsRoute({ store, authenticate, allowedSubjects: config.textSubjects }),
    requestReevaluationRoute({
      requestReevaluation: (asked) => requestReevaluation({ store, send: sender.send, now, pace }, asked),
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

  const outcomeOf = httpEvaluationVerdicts(evaluator);
  const handler = createEvaluatedHandler((id) => applyEvaluation({ store, outcomeOf, now, pace }, id), {
    ...engine,
    concurrency: config.applyConcurrency,
    stopMs: config.stopMs,
  });
  const sweeper = createPeriodic({
    name: "resend pending",
    everyMs: config.sweep.everyMs,
    logger,
    async task(signal) {
      const resent = await resendPending({ store, send: sender.send, now, pace, batch: config.sweep.batch }, signal);
      if (resent > 0) logger.info({ resent }, "asked again for evaluations");
    },
  });

  return {
    logger,
    server,
    stopDeadlineMs: config.stopMs + config.http.drainGraceMs + 5_000,
    parts: [
      createTelemetry({ serviceName: "change-request", endpoint: config.traces, logger }),
      mongo,
      {
        name: "indexes",
        start: () => withDeadline("creating indexes", 30_000, () => records.createIndexes()),
        stop: () => undefined,
      },
      { name: "evaluator client", start: () => undefined, stop: () => evaluator.stop() },
      sender,
      ...events.parts,
      subgraph,
      server,
      handler,
      sweeper,
      ...forgetting(),
    ],
  };

  function forgetting(): Part[] {
    const { keepDeletedMs: keepMs } = config;
    if (keepMs === undefined) return [];
    const task = (signal: AbortSignal) => purgeDeleted({ store, now, keepMs }, signal);
    return [createPeriodic({ name: "purge deleted", everyMs: 3_600_000, logger, task })];
  }
}
