import type { Server } from "node:http";
import { readEnvironment } from "@network-access/service-runtime/environment";
import { createLogger } from "@network-access/service-runtime/logger";
import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { z } from "zod";
import { issuerRoutes } from "./issuer-routes.ts";
import { RENEW_EVERY_MS, writeServiceTokens } from "./service-token-files.ts";
import { readOrMakeKeys } from "./signing-keys.ts";

const settings = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535),
  HOST: z.string().default("127.0.0.1"),
  KEY_FILE: z.string().min(1),
  SERVICE_TOKEN_FOLDER: z.string().min(1),
});

await runUntilSignal(async () => {
  const { PORT, HOST, KEY_FILE, SERVICE_TOKEN_FOLDER } = readEnvironment(settings, process.env);
  const logger = createLogger({ name: "issuer", level: "info" });
  const issuer = `http://${HOST}:${PORT}`;
  const keys = await readOrMakeKeys(KEY_FILE);
  const write = () => writeServiceTokens(keys, issuer, SERVICE_TOKEN_FOLDER);
  let timer: NodeJS.Timeout | undefined;
  let server: Server | undefined;
  const renew = () =>
    void write().catch((err: unknown) => logger.error({ err }, "the service tokens were not renewed"));
  return {
    logger,
    parts: [
      { name: "service tokens", start: write, stop: () => clearInterval(timer) },
      {
        name: "http",
        start: () =>
          new Promise<void>((resolve, reject) => {
            timer = setInterval(renew, RENEW_EVERY_MS);
            server = issuerRoutes(keys, issuer).listen(PORT, HOST, (error) => (error ? reject(error) : resolve()));
          }),
        stop: () =>
          new Promise<void>(
            (resolve) => void (server ? server.close(() => resolve()).closeAllConnections() : resolve()),
          ),
      },
    ],
  };
});
