import { Worker } from "node:worker_threads";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import type { EvaluationInputs } from "../inputs/collect-inputs.ts";
import { createInputsTransfer, type InputsTransfer } from "../judge-threads/inputs-transfer.ts";
import type { ScoreSettings } from "../judging/matching/decide-state.ts";
import type {
  FromPreviewThread,
  PreviewCommand,
  PreviewCommandMessage,
  PreviewCommands,
  ToPreviewThread,
} from "./preview-protocol.ts";
import { PreviewThreadReplaced } from "./preview-thread-replaced.ts";

/** Runs the commands of previews (preview-protocol.ts). */
export interface PreviewRunner {
  /** Transfers boundaries and address lists to the preview threads. The next command refers to them. */
  transfer(inputs: Pick<EvaluationInputs, "admitted" | "resolution">): Promise<void>;
  /**
   * Executes a command. Rejects when the signal is aborted. The thread completes an aborted command before it executes
   * the next one.
   */
  execute<Kind extends PreviewCommand>(
    command: Kind,
    parameters: PreviewCommands[Kind]["parameters"],
    signal?: AbortSignal,
  ): Promise<PreviewCommands[Kind]["result"]>;
}

interface Thread {
  readonly worker: Worker;
  readonly transfer: InputsTransfer;
  /** The commands whose results have not arrived yet, oldest first. */
  readonly waiting: PromiseWithResolvers<PreviewCommands[PreviewCommand]["result"]>[];
}

/**
 * The time in milliseconds within which a command must end after its caller aborts it. If the command still runs after
 * this time, the thread counts as stuck. Commands normally take a fraction of a second.
 */
const STUCK_MS = 5_000;

const threadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./preview-thread.ts" : "./preview-thread.js",
  import.meta.url,
);

/**
 * Creates the thread that computes previews. It is separate from the threads that evaluate change requests, so previews
 * do not delay evaluations. The thread starts on first use.
 */
export function createPreviewThread(options: {
  readonly settings: ScoreSettings;
  /** The memory for stored requests, in bytes. */
  readonly maxBytes: number;
  /** The memory of the thread, in MiB. */
  readonly threadMemoryMb: number;
  /**
   * The thread is replaced if a command is still running this many milliseconds after its caller has aborted the
   * command.
   */
  readonly stuckMs?: number;
  readonly logger: Logger;
}): Part & PreviewRunner {
  const { settings, maxBytes, threadMemoryMb, stuckMs = STUCK_MS, logger } = options;
  let current: Thread | null = null;
  let stopped = false;

  function startThread(): Thread {
    if (stopped) throw new Error("the preview thread is stopped");
    const worker = new Worker(threadFile, {
      workerData: { settings, maxBytes },
      resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
    });
    const thread: Thread = {
      worker,
      transfer: createInputsTransfer((message) => worker.postMessage(message satisfies ToPreviewThread)),
      waiting: [],
    };
    worker.on("message", (message: FromPreviewThread) => {
      const result = thread.waiting.shift();
      if (message.kind === "result") result?.resolve(message.result);
      else result?.reject(new Error(`a preview command failed: ${message.message}`));
    });
    worker.on("error", (error) => drop(thread, "the preview thread failed", error));
    worker.on("exit", () => drop(thread, "the preview thread ended"));
    return thread;
  }

  function drop(thread: Thread, problem: string, cause?: unknown): void {
    if (current !== thread) return;
    current = null;
    const reason = stopped ? new Error(problem) : new PreviewThreadReplaced(problem, { cause });
    if (!stopped) logger.warn({ err: reason }, "the preview thread is replaced");
    for (const { reject } of thread.waiting.splice(0)) reject(reason);
    void thread.worker.terminate();
  }

  function currentThread(): Thread {
    current ??= startThread();
    return current;
  }

  async function execute<Kind extends PreviewCommand>(
    command: Kind,
    parameters: PreviewCommands[Kind]["parameters"],
    signal?: AbortSignal,
  ): Promise<PreviewCommands[Kind]["result"]> {
    signal?.throwIfAborted();
    const thread = currentThread();
    const result = Promise.withResolvers<PreviewCommands[Kind]["result"]>();
    const left = Promise.withResolvers<never>();
    let stuck: NodeJS.Timeout | undefined;
    const leave = () => {
      left.reject(signal?.reason);
      stuck = setTimeout(() => drop(thread, "the preview thread is stuck"), stuckMs);
    };
    signal?.addEventListener("abort", leave, { once: true });
    thread.waiting.push(result as PromiseWithResolvers<PreviewCommands[PreviewCommand]["result"]>);
    thread.worker.postMessage({ kind: "command", command, parameters } as PreviewCommandMessage<Kind>);
    const settled = result.promise.finally(() => clearTimeout(stuck));
    // Nothing awaits `settled` after the caller has aborted. Without this handler, its rejection would be unhandled.
    settled.catch(() => undefined);
    try {
      return await Promise.race([settled, left.promise]);
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  return {
    name: "preview thread",
    transfer: (inputs) => currentThread().transfer.transfer(inputs),
    execute,
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
