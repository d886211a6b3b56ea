import { Worker } from "node:worker_threads";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import type { EvaluationInputs } from "../inputs/collect-inputs.ts";
import { createThreadHoldings, type ThreadHoldings } from "../judge-threads/thread-holdings.ts";
import type { ScoreSettings } from "../judging/matching/summarise.ts";
import type {
  AskedOfPreviewing,
  FromPreviewingThread,
  PreviewQuestion,
  PreviewQuestions,
  ToPreviewingThread,
} from "./previewing-message.ts";
import { PreviewingReplaced } from "./previewing-replaced.ts";

/** Asks whoever previews (previewing-message.ts). */
export interface Previewing {
  /** Hands over the boundaries and address lists that the next question speaks of. */
  give(inputs: Pick<EvaluationInputs, "admitted" | "resolution">): Promise<void>;
  /** Rejects when the signal is aborted; the question is still answered before the next one. */
  ask<Kind extends PreviewQuestion>(
    question: Kind,
    asked: PreviewQuestions[Kind]["asked"],
    signal?: AbortSignal,
  ): Promise<PreviewQuestions[Kind]["answer"]>;
}

interface Thread {
  readonly worker: Worker;
  readonly holdings: ThreadHoldings;
  /** In the order in which they will be answered. */
  readonly waiting: PromiseWithResolvers<PreviewQuestions[PreviewQuestion]["answer"]>[];
}

/** Questions are answered in parts of a fraction of a second; whoever takes so much longer than his asker waits is stuck. */
const STUCK_MS = 5_000;

const threadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./previewing-thread.ts" : "./previewing-thread.js",
  import.meta.url,
);

/** One thread beside those that judge, so that no preview takes a thread from a judging. It starts when first needed. */
export function createPreviewingThread(options: {
  readonly settings: ScoreSettings;
  /** Memory for stored requests, in bytes. */
  readonly maxBytes: number;
  /** Memory for everything else, in MiB. */
  readonly threadMemoryMb: number;
  /** How long the thread may go on with a question whose asker has left. */
  readonly stuckMs?: number;
  readonly logger: Logger;
}): Part & Previewing {
  const { settings, maxBytes, threadMemoryMb, stuckMs = STUCK_MS, logger } = options;
  let current: Thread | null = null;
  let stopped = false;

  function startThread(): Thread {
    if (stopped) throw new Error("the previewing thread is stopped");
    const worker = new Worker(threadFile, {
      workerData: { settings, maxBytes },
      resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
    });
    const thread: Thread = {
      worker,
      holdings: createThreadHoldings((message) => worker.postMessage(message satisfies ToPreviewingThread)),
      waiting: [],
    };
    worker.on("message", (message: FromPreviewingThread) => {
      const answered = thread.waiting.shift();
      if (message.kind === "answer") answered?.resolve(message.answer);
      else answered?.reject(new Error(`previewing failed: ${message.message}`));
    });
    worker.on("error", (error) => drop(thread, "the previewing thread failed", error));
    worker.on("exit", () => drop(thread, "the previewing thread ended"));
    return thread;
  }

  function drop(thread: Thread, problem: string, cause?: unknown): void {
    if (current !== thread) return;
    current = null;
    const reason = stopped ? new Error(problem) : new PreviewingReplaced(problem, { cause });
    if (!stopped) logger.warn({ err: reason }, "the previewing thread is replaced");
    for (const { reject } of thread.waiting.splice(0)) reject(reason);
    void thread.worker.terminate();
  }

  function threadNow(): Thread {
    current ??= startThread();
    return current;
  }

  async function ask<Kind extends PreviewQuestion>(
    question: Kind,
    asked: PreviewQuestions[Kind]["asked"],
    signal?: AbortSignal,
  ): Promise<PreviewQuestions[Kind]["answer"]> {
    signal?.throwIfAborted();
    const thread = threadNow();
    const answered = Promise.withResolvers<PreviewQuestions[Kind]["answer"]>();
    const left = Promise.withResolvers<never>();
    let stuck: NodeJS.Timeout | undefined;
    const leave = () => {
      left.reject(signal?.reason);
      stuck = setTimeout(() => drop(thread, "the previewing thread is stuck"), stuckMs);
    };
    signal?.addEventListener("abort", leave, { once: true });
    thread.waiting.push(answered as PromiseWithResolvers<PreviewQuestions[PreviewQuestion]["answer"]>);
    thread.worker.postMessage({ kind: "ask", question, asked } as AskedOfPreviewing<Kind>);
    const settled = answered.promise.finally(() => clearTimeout(stuck));
    // Whoever left does not look at it any more.
    settled.catch(() => undefined);
    try {
      return await Promise.race([settled, left.promise]);
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  return {
    name: "previewing thread",
    give: (inputs) => threadNow().holdings.give(inputs),
    ask,
    start: () => undefined,
    async stop() {
      stopped = true;
      const thread = current;
      if (thread === null) return;
      drop(thread, "the process stops");
      await thread.worker.terminate();
    },
  };
}
