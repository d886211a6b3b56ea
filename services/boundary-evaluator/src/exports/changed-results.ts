import type { JudgedResult } from "../judging/model/judgement.ts";

/** The results of one evaluation, without the results that have no state, match, message or relation. */
export interface JudgedResults {
  readonly revision: number;
  readonly results: readonly JudgedResult[];
}

/** The results of one evaluation that differ from the results of an earlier evaluation. */
export interface ChangedResults {
  /** The results that are new or different, as they are now. */
  readonly changed: readonly JudgedResult[];
  /** The earlier results of boundaries that had a state or a match, and now have neither. */
  readonly silenced: readonly JudgedResult[];
}

/**
 * Returns two lists: the results that are new or different, and the earlier results of boundaries that now have neither
 * a state nor a match. A result that has a state or a match is exported once for each revision, and again when the
 * state or the match changes. `before` is null if nothing was exported yet.
 */
export function changedResults(now: JudgedResults, before: JudgedResults | null): ChangedResults {
  const exported = new Map((before?.results ?? []).filter(isExported).map((result) => [result.boundaryId, result]));
  const changed: JudgedResult[] = [];
  for (const result of now.results) {
    if (!isExported(result)) continue;
    const known = exported.get(result.boundaryId);
    exported.delete(result.boundaryId);
    const isKnown = known?.state === result.state && known.isMatch === result.isMatch;
    if (!isKnown || before?.revision !== now.revision) changed.push(result);
  }
  return { changed, silenced: [...exported.values()] };
}

/** Returns whether a result is exported at all. */
function isExported({ state, isMatch }: JudgedResult): boolean {
  return state !== null || isMatch;
}
