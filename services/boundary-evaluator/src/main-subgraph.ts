import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { createSubgraphApp } from "./app-subgraph.ts";
import { readSubgraphConfig } from "./config.ts";

await runUntilSignal(() => createSubgraphApp(readSubgraphConfig(process.env)));
