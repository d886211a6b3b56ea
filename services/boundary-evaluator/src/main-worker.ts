import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { createWorkerApp } from "./app-worker.ts";
import { readWorkerConfig } from "./config.ts";

await runUntilSignal(() => createWorkerApp(readWorkerConfig(process.env)));
