import { readEnvironment } from "@network-access/service-runtime/environment";
import { createLogger } from "@network-access/service-runtime/logger";
import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { z } from "zod";
import { createIssuer } from "./app.ts";
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
  const keys = await readOrMakeKeys(KEY_FILE);
  return createIssuer({ keys, host: HOST, port: PORT, serviceTokenFolder: SERVICE_TOKEN_FOLDER, logger });
});
