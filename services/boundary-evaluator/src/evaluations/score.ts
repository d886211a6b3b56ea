/**
 * The thresholds of a request's score, which is the sum of the scores of matching boundaries. A score of at least
 * `scoreReviewAt` causes Review, and a score of at least `scoreFailAt` causes Fail. If a threshold is null, no score
 * causes that state.
 */
export interface ScoreThresholds {
  readonly scoreReviewAt: number | null;
  readonly scoreFailAt: number | null;
}

const MAX_INT = 2 ** 31 - 1;
const MIN_INT = -(2 ** 31);

/** Limits a summed score to the range of a GraphQL Int. */
export function storableScore(score: number | null): number | null {
  return score === null ? null : Math.max(MIN_INT, Math.min(MAX_INT, score));
}
