import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";

await runUntilSignal(() => createApp(readConfig(process.env)));
