import type { JudgedResult } from "../judging/model/judgement.ts";

/** The results of one judging that say something. */
export interface JudgedResults {
  readonly revision: number;
  readonly results: readonly JudgedResult[];
}

/** What a receiver that knows one judging has to hear of another. */
export interface ChangedResults {
  /** As they are now. */
  readonly changed: readonly JudgedResult[];
  /** As they were: they had a state or a match, and have neither now. */
  readonly fallenSilent: readonly JudgedResult[];
}

/**
 * What is to be exported: each result with a state or a match once per revision, and again when its state or match is
 * another than the one exported before. Null: nothing was.
 */
export function changedResults(now: JudgedResults, before: JudgedResults | null): ChangedResults {
  const told = new Map((before?.results ?? []).filter(isExported).map((result) => [result.boundaryId, result]));
  const changed: JudgedResult[] = [];
  for (const result of now.results) {
    if (!isExported(result)) continue;
    const known = told.get(result.boundaryId);
    told.delete(result.boundaryId);
    const isKnown = known?.state === result.state && known.isMatch === result.isMatch;
    if (!isKnown || before?.revision !== now.revision) changed.push(result);
  }
  return { changed, fallenSilent: [...told.values()] };
}

/** Whether a receiver hears of it at all. */
function isExported({ state, isMatch }: JudgedResult): boolean {
  return state !== null || isMatch;
}
