import { createLogger } from "@network-access/service-runtime/logger";
import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { assembleManager } from "./app.ts";
import { readConfig } from "./config.ts";

await runUntilSignal(() => {
  const config = readConfig(process.env);
  return assembleManager(config, createLogger({ name: "security-manager", level: config.logLevel }), "thread");
});
