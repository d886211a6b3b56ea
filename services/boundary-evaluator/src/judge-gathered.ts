import type { Gathered, GatheredFor } from "./gather.ts";
import type { Judgement } from "./judging/judgement.ts";

/**
 * Judges what was gathered; wherever that runs, the event loop stays free. Results are within the size one evaluation
 * may have. Rejects when the signal is aborted.
 */
export type JudgeGathered = (request: GatheredFor, gathered: Gathered, signal?: AbortSignal) => Promise<Judgement>;

/** Chooses where to judge: small work here and now, large work in a thread. */
export function judgeBySize(options: {
  readonly inline: JudgeGathered;
  readonly inThread: JudgeGathered;
  /** The largest weight that is judged inline. */
  readonly inlineWeight: number;
}): JudgeGathered {
  const { inline, inThread, inlineWeight } = options;
  return (request, gathered, signal) =>
    weightOf(request, gathered) <= inlineWeight
      ? inline(request, gathered, signal)
      : inThread(request, gathered, signal);
}

/** Passes over all boundaries that making and indexing a set of them costs, when something changed. */
const COMPILING = 4;

/** A rough number of steps: rules times boundaries, and the addresses of what is named. */
function weightOf({ rules }: GatheredFor, { admitted, resolution }: Gathered): number {
  let weight = (rules.length + COMPILING) * admitted.boundaries.length;
  for (const resolved of resolution.values()) if (resolved.outcome === "resolved") weight += resolved.addressCount / 16;
  return weight;
}
