import type { Gathered, GatheredFor } from "../inputs/gather.ts";
import type { Judgement } from "../judging/model/judgement.ts";
import type { SuggestedRule } from "../judging/suggesting/suggest-rules.ts";

/**
 * Judges what was gathered; wherever that runs, the event loop stays free. Results are within the size one evaluation
 * may have. Rejects when the signal is aborted.
 */
export type JudgeGathered = (request: GatheredFor, gathered: Gathered, signal?: AbortSignal) => Promise<Judgement>;

/** Looks for rules to suggest, for about `forMs`; wherever that runs, the event loop stays free. */
type SuggestGathered = (
  request: GatheredFor,
  gathered: Gathered,
  forMs: number,
  signal?: AbortSignal,
) => Promise<readonly SuggestedRule[]>;

export interface JudgingPlace {
  readonly judge: JudgeGathered;
  readonly suggest: SuggestGathered;
}

/** Chooses where to judge: small work here and now, large work in a thread. */
export function judgeBySize(options: {
  readonly inline: JudgingPlace;
  readonly inThread: JudgingPlace;
  /** The largest weight that is judged inline. */
  readonly inlineWeight: number;
}): JudgingPlace {
  const { inline, inThread, inlineWeight } = options;
  const placeFor = (request: GatheredFor, gathered: Gathered, times = 1) =>
    weightOf(request, gathered) * times <= inlineWeight ? inline : inThread;
  return {
    judge: (request, gathered, signal) => placeFor(request, gathered).judge(request, gathered, signal),
    suggest: (request, gathered, forMs, signal) =>
      placeFor(request, gathered, SUGGESTING).suggest(request, gathered, forMs, signal),
  };
}

/** Looking for suggestions lays parts of a rule beside its boundaries again and again. */
const SUGGESTING = 10;

/** Passes over all boundaries that making and indexing a set of them costs, when something changed. */
const COMPILING = 4;

/** A rough number of steps: rules times boundaries, and the addresses of what is named. */
function weightOf({ rules }: GatheredFor, { admitted, resolution }: Gathered): number {
  let weight = (rules.length + COMPILING) * admitted.boundaries.length;
  for (const resolved of resolution.values()) if (resolved.outcome === "resolved") weight += resolved.addressCount / 16;
  return weight;
}
