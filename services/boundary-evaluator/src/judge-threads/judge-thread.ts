import { parentPort } from "node:worker_threads";
import { judge } from "../judging/judge.ts";
import { suggestRules } from "../judging/suggesting/suggest-rules.ts";
import { timeLeftOf } from "./judge-inline.ts";
import type { FromJudgeThread, ToJudgeThread } from "./judge-protocol.ts";
import { createThreadCache } from "./thread-cache.ts";

// The program of a judge thread.
const cache = createThreadCache();

function answerTo(message: Extract<ToJudgeThread, { readonly kind: "judge" | "suggest" }>): FromJudgeThread {
  const { request, setHash, answers, settings } = message;
  const resolution = cache.resolutionOf(answers);
  const set = cache.setOf(setHash, resolution);
  if (message.kind === "judge") return { kind: "judged", judgement: judge(request, set, resolution, settings) };
  const rules = suggestRules(request, set, resolution, settings, timeLeftOf(message.forMs));
  return { kind: "suggested", rules };
}

function reply(message: FromJudgeThread): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", (message: ToJudgeThread) => {
  if (message.kind !== "judge" && message.kind !== "suggest") return cache.take(message);
  try {
    reply(answerTo(message));
  } catch (error) {
    reply({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
