import { randomUUID } from "node:crypto";
import { createUserAuthenticator } from "@network-access/access/caller";
import { createServiceAuthenticator } from "@network-access/access/service-caller";
import { presentDatabaseAway } from "@network-access/service-runtime/connect-mongo";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createLogger } from "@network-access/service-runtime/logger";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { createTelemetry } from "@network-access/service-runtime/telemetry";
import { assembleJudge } from "./app-judge.ts";
import { assemblePreviews } from "./app-previews.ts";
import type { SubgraphConfig } from "./config.ts";
import { createEvaluatorEndpoint } from "./graphql/endpoint.ts";
import { boundariesNamingGroupRoute } from "./http/boundaries-naming-group-route.ts";
import { evaluationVerdictRoute } from "./http/evaluation-verdict-route.ts";
import { createAddressDigest } from "./integrations/address-digest.ts";
import { newSigningSecret } from "./integrations/new-signing-secret.ts";

/**
 * Assembles the process that answers requests of users about boundaries, drafts, previews, evaluations and
 * integrations. This process sends no jobs.
 */
export function createSubgraphApp(config: SubgraphConfig): Assembly & { readonly server: HttpServer } {
  const name = "boundary-evaluator-subgraph";
  const logger = createLogger({ name, level: config.logLevel });
  const stores = assembleJudge(config, logger);
  const { boundaries, sequence, contents, evaluations, ledger, collectInputs, judge, suggest, check, parts } = stores;
  const previews = assemblePreviews(config, logger, stores);
  const { integrations, deliveries } = stores;
  const now = () => new Date();
  const subgraph = createEvaluatorEndpoint({
    needs: {
      draft: { collectInputs, judge, suggest, withinMs: config.deadlines.draftMs },
      preview: previews.preview,
      boundaries,
      boundaryChanges: { boundaries, sequence, now, newUuid: randomUUID },
      integrations: {
        integrations,
        deliveries,
        receivers: config.integrations.receivers,
        keys: config.integrations.secretKeys,
        newSecret: newSigningSecret,
        newUuid: randomUUID,
        now,
      },
      evaluations,
      views: { contents, digestOf: createAddressDigest(config.integrations.secretKeys) },
      loaders: { ledger, evaluations },
    },
    authenticate: createUserAuthenticator(config.users, { logger }),
    deadlines: config.deadlines,
    logger,
    maxBodyBytes: config.http.maxBodyBytes,
  });
  const authenticate = createServiceAuthenticator(config.services, { logger });
  const internal = [
    evaluationVerdictRoute({ evaluations, authenticate, allowedSubjects: config.subjects.verdicts }),
    boundariesNamingGroupRoute({ boundaries, authenticate, allowedSubjects: config.subjects.namedGroups }),
  ];
  const server = createHttpServer({
    ...config.http,
    logger,
    routes: [...subgraph.routes, ...internal],
    checks: [check],
    presentError: presentDatabaseAway,
  });
  return {
    logger,
    server,
    stopDeadlineMs: config.stopMs + config.http.drainGraceMs,
    parts: [
      createTelemetry({ serviceName: name, endpoint: config.traces, logger }),
      ...parts,
      ...previews.parts,
      subgraph,
      server,
    ],
  };
}
