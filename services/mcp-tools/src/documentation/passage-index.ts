/** Port to an index of passages. */
export interface PassageIndex {
  /**
   * Returns the ids of at most `most` passages that contain words of the question, the best first. Rejects if the index
   * can't answer.
   */
  search(question: string, most: number, signal: AbortSignal): Promise<readonly string[]>;
}
