import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { createEndpointRoute } from "../src/endpoint/endpoint-route.ts";
import { messageProblem } from "../src/endpoint/message-problem.ts";
import { createMessageAnswer } from "../src/protocol/answer-message.ts";
import { createPackageAnswer } from "../src/protocol/package-answer.ts";
import { createToolRunner } from "../src/protocol/tool-runner.ts";
import { fixtureTools, makeFixtureServer } from "./fixture-server.ts";
import type { ConformanceSettings } from "./settings.ts";

/**
 * Assembles the conformance profile, which handles messages as the tool server does. Instead of the product's tools, it
 * has the fixtures that the conformance suite calls. It requires no key, and uses neither a database nor the security
 * manager.
 */
export function assembleProfile(
  settings: ConformanceSettings,
  logger: Logger,
): Assembly & { readonly http: HttpServer } {
  const manager = { get: () => Promise.reject(new Error("the conformance profile has no security manager")) };
  const run = createToolRunner({ manager, now: () => new Date(), logger });
  const http = createHttpServer({
    ...settings.http,
    logger,
    routes: [
      createEndpointRoute({
        ...{ path: "/mcp", places: { hosts: [], origins: [] } },
        admit: async () => ({ ok: true, caller: { kind: "anonymous" } }),
        toolsOf: () => fixtureTools,
        answer: createMessageAnswer(run, createPackageAnswer(run, makeFixtureServer)),
      }),
    ],
    problems: messageProblem,
  });
  return { logger, http, stopDeadlineMs: settings.stopMs + settings.http.drainGraceMs, parts: [http] };
}
