import { Worker } from "node:worker_threads";
import type { Logger } from "@network-access/service-runtime/logger";
import { gauge } from "@network-access/service-runtime/metrics";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import type { EvaluatedRequest, EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { ScoreSettings } from "../judging/matching/summarise.ts";
import { answersByHash, type FromJudgeThread, type ToJudgeThread, type WantedWork } from "./judge-protocol.ts";
import type { JudgeRunner } from "./judge-runner.ts";
import { createThreadHoldings, type ThreadHoldings } from "./thread-holdings.ts";

/** Threads that judge. They start when first needed; a thread that fails or is stopped in mid-work is replaced. */
export interface JudgePool extends Part, JudgeRunner {}

type Answer = Exclude<FromJudgeThread, { readonly kind: "failed" }>;

interface Thread {
  readonly worker: Worker;
  readonly holdings: ThreadHoldings;
  answer: PromiseWithResolvers<Answer> | null;
}

const waitingJobs = gauge({ name: "evaluations_waiting", help: "Judgings that wait for a thread" });

const threadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./judge-thread.ts" : "./judge-thread.js",
  import.meta.url,
);

export function createJudgePool(options: {
  readonly settings: ScoreSettings;
  readonly threads: number;
  /** Memory of one thread in MiB; a judging that needs more fails alone. */
  readonly threadMemoryMb: number;
  readonly logger: Logger;
}): JudgePool {
  const { settings, threads, threadMemoryMb, logger } = options;
  const idle: Thread[] = [];
  const waiting: PromiseWithResolvers<Thread>[] = [];
  const all = new Set<Thread>();
  let stopped = false;

  function startThread(): Thread {
    const worker = new Worker(threadFile, { resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb } });
    const thread: Thread = {
      worker,
      holdings: createThreadHoldings((message) => worker.postMessage(message)),
      answer: null,
    };
    worker.on("message", (message: FromJudgeThread) => {
      const answer = thread.answer;
      thread.answer = null;
      if (message.kind === "failed") answer?.reject(new Error(`judging failed: ${message.message}`));
      else answer?.resolve(message);
    });
    worker.on("error", (error) => drop(thread, error));
    worker.on("exit", () => drop(thread, new Error("a judging thread ended")));
    all.add(thread);
    return thread;
  }

  function drop(thread: Thread, cause: unknown): void {
    if (!all.delete(thread)) return;
    if (!stopped) logger.warn({ err: cause }, "a judging thread is replaced");
    const place = idle.indexOf(thread);
    if (place >= 0) idle.splice(place, 1);
    thread.answer?.reject(cause);
    thread.answer = null;
    void thread.worker.terminate();
    const next = stopped ? undefined : waiting.shift();
    if (next) next.resolve(startThread());
  }

  async function take(signal: AbortSignal | undefined): Promise<Thread> {
    const free = idle.pop();
    if (free) return free;
    if (all.size < threads) return startThread();
    const turn = Promise.withResolvers<Thread>();
    const leave = () => {
      const place = waiting.indexOf(turn);
      if (place >= 0) waiting.splice(place, 1);
      turn.reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    waiting.push(turn);
    waitingJobs.inc();
    try {
      return await turn.promise;
    } finally {
      waitingJobs.dec();
      signal?.removeEventListener("abort", leave);
    }
  }

  function giveBack(thread: Thread): void {
    if (!all.has(thread)) return;
    const next = waiting.shift();
    if (next) next.resolve(thread);
    else idle.push(thread);
  }

  async function ask(
    wanted: WantedWork,
    request: EvaluatedRequest,
    inputs: EvaluationInputs,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    if (stopped) throw new Error("the judging threads are stopped");
    signal?.throwIfAborted();
    const thread = await take(signal);
    if (!all.has(thread)) throw new Error("a judging thread ended before it began");
    const answer = Promise.withResolvers<Answer>();
    // The one waiting below sees every rejection; a second look would be an unhandled one.
    answer.promise.catch(() => undefined);
    const leave = () => drop(thread, signal?.reason);
    thread.answer = answer;
    signal?.addEventListener("abort", leave, { once: true });
    try {
      signal?.throwIfAborted();
      await thread.holdings.give(inputs);
      const { rules, projectId } = request;
      thread.worker.postMessage({
        ...wanted,
        request: { rules, projectId },
        setHash: inputs.admitted.hash,
        answers: answersByHash(inputs.resolution),
        settings,
      } satisfies ToJudgeThread);
      return await answer.promise;
    } finally {
      signal?.removeEventListener("abort", leave);
      thread.answer = null;
      giveBack(thread);
    }
  }

  return {
    name: "judging threads",
    async judge(request, inputs, signal) {
      const answer = await ask({ kind: "judge" }, request, inputs, signal);
      if (answer.kind !== "judged") throw new Error("a judging thread answered something else");
      return answer.judgement;
    },
    async suggest(request, inputs, forMs, signal) {
      const answer = await ask({ kind: "suggest", forMs }, request, inputs, signal);
      if (answer.kind !== "suggested") throw new Error("a judging thread answered something else");
      return answer.rules;
    },
    start: () => undefined,
    async stop() {
      stopped = true;
      const ended = [...all].map(({ worker }) => worker.terminate());
      for (const thread of all) drop(thread, new Error("the process stops"));
      for (const turn of waiting.splice(0)) turn.reject(new Error("the process stops"));
      await Promise.all(ended);
    },
  };
}
