import { parentPort, workerData } from "node:worker_threads";
import { createLogger } from "@network-access/service-runtime/logger";
import { assembleMaking } from "./app-making.ts";
import type { FromMaker, MakerConfig, ToMaker } from "./maker-protocol.ts";

// This module runs in the thread that makes revisions. The thread ends if the main thread terminates it, if an error
// ends it, or if the process ends.
const config = workerData as MakerConfig;
const logger = createLogger({ name: "security-manager", level: config.logLevel });
const stopping = new AbortController();
const reply = (message: FromMaker) => parentPort?.postMessage(message);
const { start, make } = assembleMaking(config, logger, (seconds) => reply({ kind: "searchable", seconds }));
let started: Promise<void> | undefined;

async function makeOnce(): Promise<void> {
  // If `start` fails, the error ends the thread. After a successful start, the clients of the database and the index
  // reconnect by themselves.
  started ??= Promise.resolve(start());
  await started;
  try {
    await make(stopping.signal);
    reply({ kind: "done" });
  } catch (error) {
    reply({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

parentPort?.on("message", (message: ToMaker) => {
  if (message.kind === "stop") stopping.abort();
  else void makeOnce();
});
