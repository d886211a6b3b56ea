import { createLogger } from "@network-access/service-runtime/logger";
import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { assembleInventory } from "./app.ts";
import { readConfig } from "./config.ts";

await runUntilSignal(() => {
  const config = readConfig(process.env);
  return assembleInventory(config, createLogger({ name: "inventory", level: config.logLevel }));
});
