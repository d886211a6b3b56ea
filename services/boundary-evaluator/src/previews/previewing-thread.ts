import { parentPort, workerData } from "node:worker_threads";
import { createPreviewing } from "./previewing.ts";
import type { FromPreviewingThread, ToPreviewingThread } from "./previewing-message.ts";

// The whole program of the thread that previews edits of boundaries.
const previewing = createPreviewing(workerData);

function reply(message: FromPreviewingThread): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", (message: ToPreviewingThread) => {
  if (message.kind !== "ask") return previewing.take(message);
  try {
    reply({ kind: "answer", answer: previewing.answer(message) });
  } catch (error) {
    reply({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
