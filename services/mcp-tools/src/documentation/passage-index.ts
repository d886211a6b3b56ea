/** Port to an index of passages. */
export interface PassageIndex {
  /**
   * Returns the ids of the passages that have words of the question, the best first, at most `most`. Rejects if the
   * index can't answer.
   */
  search(question: string, most: number, signal: AbortSignal): Promise<readonly string[]>;
}
