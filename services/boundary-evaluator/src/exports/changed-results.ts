import type { JudgedResult } from "../judging/model/judgement.ts";

/** The results of one evaluation that have a state, a match, a message or a relation. */
export interface JudgedResults {
  readonly revision: number;
  readonly results: readonly JudgedResult[];
}

/**
 * The differences between the results of an evaluation and the results of the evaluation that was exported before it.
 * In a new revision, every current result counts as new.
 */
export interface ChangedResults {
  /**
   * The current results that have a state or a match, and that are new or differ from the earlier result of the same
   * boundary in the state or the match.
   */
  readonly changed: readonly JudgedResult[];
  /** The earlier results of boundaries that had a state or a match, and now have neither. */
  readonly silenced: readonly JudgedResult[];
}

/**
 * Compares the results of one evaluation with those of the evaluation that was exported before it.
 * - `changed` contains the current results that must be exported. They have a state or a match, and meet one of three
 *   conditions: the boundary had no exported result before, the state or the match is different, or the revision is
 *   new.
 * - `silenced` contains the earlier results that had a state or a match, if the boundary now has neither.
 *
 * `before` is null if nothing was exported yet.
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
