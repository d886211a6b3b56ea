import { errorMessage } from "@network-access/service-runtime/error-message";
import { MISCONFIGURED } from "@network-access/service-runtime/exit-codes";
import { createLogger } from "@network-access/service-runtime/logger";
import { assembleRebuild } from "./app-rebuild.ts";
import { type RebuildConfig, readRebuildConfig } from "./config.ts";

const config = settings();
const { run, stop } = assembleRebuild(config, createLogger({ name: "inventory-rebuild", level: "error" }));
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => interrupted.abort(new Error("interrupted")));
process.exitCode = await run(interrupted.signal);
await stop();

function settings(): RebuildConfig {
  try {
    return readRebuildConfig(process.env);
  } catch (error) {
    console.error(errorMessage(error));
    process.exit(MISCONFIGURED);
  }
}
