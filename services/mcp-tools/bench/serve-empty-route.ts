import { json } from "@network-access/service-runtime/http-reply";
import { createHttpServer } from "@network-access/service-runtime/http-server";
import { createLogger } from "@network-access/service-runtime/logger";
import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { createServiceClient } from "@network-access/service-runtime/service-client";
import { z } from "zod";

/**
 * Serves two routes with the HTTP server that all services use. `/empty` reads a message and returns an empty object.
 * `/asking` does the same, but first requests MANAGER_PATH from the security manager at MANAGER_URL, with the token
 * MANAGER_TOKEN.
 */
const { PORT, MANAGER_URL = "", MANAGER_PATH = "", MANAGER_TOKEN = "" } = process.env;

await runUntilSignal(() => {
  const logger = createLogger({ name: "empty-route", level: "info" });
  const token = () => Promise.resolve(MANAGER_TOKEN.replace(/^Bearer /, ""));
  const manager = createServiceClient({ callee: "security-manager", url: MANAGER_URL, logger, token });
  const http = createHttpServer({
    ...{ logger, host: "127.0.0.1", port: Number(PORT), drainGraceMs: 0 },
    routes: [
      {
        ...{ method: "POST", path: "/empty" },
        async handle(request) {
          await request.json();
          return json(200, {});
        },
      },
      {
        ...{ method: "POST", path: "/asking" },
        async handle(request) {
          await request.json();
          const { ok } = await manager.getJson(MANAGER_PATH, z.unknown());
          return json(ok ? 200 : 500, {});
        },
      },
    ],
  });
  const client = { name: "client", start: () => undefined, stop: () => manager.stop() };
  return { logger, stopDeadlineMs: 5_000, parts: [client, http] };
});
