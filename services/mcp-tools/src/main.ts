import { createLogger } from "@network-access/service-runtime/logger";
import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { assembleToolServer } from "./app.ts";
import { readConfig } from "./config.ts";

await runUntilSignal(() => {
  const config = readConfig(process.env);
  return assembleToolServer(config, createLogger({ name: "mcp-tools", level: config.logLevel }));
});
