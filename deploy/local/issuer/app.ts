import type { Server } from "node:http";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { issuerRoutes } from "./issuer-routes.ts";
import { RENEW_EVERY_MS, writeServiceTokens } from "./service-token-files.ts";
import type { SigningKeys } from "./signing-keys.ts";

/**
 * Creates the local issuer. It serves the public keys for user tokens and for service tokens. It also writes the token
 * files of the services, and renews these tokens.
 */
export function createIssuer(options: {
  readonly keys: SigningKeys;
  readonly host: string;
  readonly port: number;
  readonly serviceTokenFolder: string;
  readonly logger: Logger;
}): Assembly {
  const { keys, host, port, serviceTokenFolder, logger } = options;
  const address = `http://${host}:${port}`;
  const write = () => writeServiceTokens(keys, address, serviceTokenFolder);
  const renew = () =>
    void write().catch((err: unknown) => logger.error({ err }, "the service tokens were not renewed"));
  let timer: NodeJS.Timeout | undefined;
  let server: Server | undefined;
  return {
    logger,
    parts: [
      {
        name: "service tokens",
        async start() {
          await write();
          timer = setInterval(renew, RENEW_EVERY_MS);
        },
        stop: () => clearInterval(timer),
      },
      {
        name: "http",
        start: () =>
          new Promise<void>((resolve, reject) => {
            server = issuerRoutes(keys, address).listen(port, host, (error) => (error ? reject(error) : resolve()));
          }),
        stop: () =>
          new Promise<void>(
            (resolve) => void (server ? server.close(() => resolve()).closeAllConnections() : resolve()),
          ),
      },
    ],
  };
}
