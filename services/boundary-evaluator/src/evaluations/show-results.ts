import { parseBoundarySet, withSilentResults } from "../boundaries/stored-boundary-set.ts";
import { type ContentStore, contentKey } from "../inputs/content-store.ts";
import type { JudgedResult } from "../judging/model/judgement.ts";
import type { EvaluationDetails, EvaluationRecord } from "./evaluation-record.ts";

export type ResultsShown = "All" | "Touched";

/**
 * Returns the results of an evaluation, ordered by boundary id.
 * - `Touched` selects only the stored results. These are the results with a state, a match, a message or a relation.
 * - `All` selects one result for each boundary that applied to the request.
 */
export async function showResults(
  contents: Pick<ContentStore, "read">,
  { boundarySetHash }: EvaluationRecord,
  { results }: EvaluationDetails,
  shown: ResultsShown,
): Promise<readonly JudgedResult[]> {
  if (shown === "Touched") return results;
  const text = await contents.read(contentKey.boundarySet(boundarySetHash));
  if (text === null) throw new Error(`the boundary set ${boundarySetHash} of a record is not stored`);
  return withSilentResults(parseBoundarySet(text), results);
}
