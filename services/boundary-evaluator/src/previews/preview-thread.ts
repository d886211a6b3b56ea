import { parentPort, workerData } from "node:worker_threads";
import { createPreviewExecutor } from "./preview-executor.ts";
import type { FromPreviewThread, ToPreviewThread } from "./preview-protocol.ts";

// The program of a preview thread.
const executor = createPreviewExecutor(workerData);

function reply(message: FromPreviewThread): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", (message: ToPreviewThread) => {
  if (message.kind !== "command") return executor.take(message);
  try {
    reply({ kind: "result", result: executor.execute(message) });
  } catch (error) {
    reply({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
