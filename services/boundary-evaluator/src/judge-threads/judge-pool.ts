import { Worker } from "node:worker_threads";
import type { Logger } from "@network-access/service-runtime/logger";
import { gauge } from "@network-access/service-runtime/metrics";
import type { Part } from "@network-access/service-runtime/part";
import type { EvaluatedRequest, EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { ScoreSettings } from "../judging/matching/decide-state.ts";
import { createInputsTransfer, type InputsTransfer } from "./inputs-transfer.ts";
import { answersByHash, type FromJudgeThread, type ToJudgeThread, type WantedWork } from "./judge-protocol.ts";
import type { JudgeRunner } from "./judge-runner.ts";

/** A pool of judge threads. They start on first use. A thread that fails, or whose work is aborted, is replaced. */
export interface JudgePool extends Part, JudgeRunner {}

type Answer = Exclude<FromJudgeThread, { readonly kind: "failed" }>;

interface Thread {
  readonly worker: Worker;
  readonly transfer: InputsTransfer;
  answer: PromiseWithResolvers<Answer> | null;
}

const waitingEvaluations = gauge({ name: "evaluations_waiting", help: "Evaluations that wait for a judge thread" });

const threadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./judge-thread.ts" : "./judge-thread.js",
  import.meta.url,
);

export function createJudgePool(options: {
  readonly settings: ScoreSettings;
  readonly threads: number;
  /**
   * The memory of one thread in MiB. If an evaluation needs more memory, it fails without affecting other evaluations.
   */
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
      transfer: createInputsTransfer((message) => worker.postMessage(message)),
      answer: null,
    };
    worker.on("message", (message: FromJudgeThread) => {
      const answer = thread.answer;
      thread.answer = null;
      if (message.kind === "failed") answer?.reject(new Error(`the judge failed: ${message.message}`));
      else answer?.resolve(message);
    });
    worker.on("error", (error) => drop(thread, error));
    worker.on("exit", () => drop(thread, new Error("a judge thread ended")));
    all.add(thread);
    return thread;
  }

  function drop(thread: Thread, cause: unknown): void {
    if (!all.delete(thread)) return;
    if (!stopped) logger.warn({ err: cause }, "a judge thread is replaced");
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
    const waiter = Promise.withResolvers<Thread>();
    const leave = () => {
      const place = waiting.indexOf(waiter);
      if (place >= 0) waiting.splice(place, 1);
      waiter.reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    waiting.push(waiter);
    waitingEvaluations.inc();
    try {
      return await waiter.promise;
    } finally {
      waitingEvaluations.dec();
      signal?.removeEventListener("abort", leave);
    }
  }

  function release(thread: Thread): void {
    if (!all.has(thread)) return;
    const next = waiting.shift();
    if (next) next.resolve(thread);
    else idle.push(thread);
  }

  async function ask(
    work: WantedWork,
    request: EvaluatedRequest,
    inputs: EvaluationInputs,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    if (stopped) throw new Error("the judge threads are stopped");
    signal?.throwIfAborted();
    const thread = await take(signal);
    if (!all.has(thread)) throw new Error("the judge thread ended before the work began");
    const answer = Promise.withResolvers<Answer>();
    // The promise is awaited below. Without this line, a rejection before then would be unhandled.
    answer.promise.catch(() => undefined);
    const leave = () => drop(thread, signal?.reason);
    thread.answer = answer;
    signal?.addEventListener("abort", leave, { once: true });
    try {
      signal?.throwIfAborted();
      await thread.transfer.transfer(inputs);
      const { rules, projectId } = request;
      thread.worker.postMessage({
        ...work,
        request: { rules, projectId },
        setHash: inputs.admitted.hash,
        answers: answersByHash(inputs.resolution),
        settings,
      } satisfies ToJudgeThread);
      return await answer.promise;
    } finally {
      signal?.removeEventListener("abort", leave);
      thread.answer = null;
      release(thread);
    }
  }

  return {
    name: "judge threads",
    async judge(request, inputs, signal) {
      const answer = await ask({ kind: "judge" }, request, inputs, signal);
      if (answer.kind !== "judged") throw new Error("a judge thread returned another kind of answer");
      return answer.judgement;
    },
    async suggest(request, inputs, forMs, signal) {
      const answer = await ask({ kind: "suggest", forMs }, request, inputs, signal);
      if (answer.kind !== "suggested") throw new Error("a judge thread returned another kind of answer");
      return answer.rules;
    },
    start: () => undefined,
    async stop() {
      stopped = true;
      const ended = [...all].map(({ worker }) => worker.terminate());
      for (const thread of all) drop(thread, new Error("the process stops"));
      for (const waiter of waiting.splice(0)) waiter.reject(new Error("the process stops"));
      await Promise.all(ended);
    },
  };
}
