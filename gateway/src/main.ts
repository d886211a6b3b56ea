import { createLogger } from "@network-access/service-runtime/logger";
import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { createGateway } from "./app.ts";
import { readConfig } from "./config.ts";

await runUntilSignal(() => {
  const config = readConfig(process.env);
  return createGateway(config, createLogger({ name: "gateway", level: config.logLevel }));
});
