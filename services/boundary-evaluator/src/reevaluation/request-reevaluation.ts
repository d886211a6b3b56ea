/** Requests another attempt of change requests from their owner. */
export interface RequestReevaluation {
  /**
   * Afterwards an attempt above the given one is outstanding for each, or the request is deleted (`gone`). At most 100.
   * Idempotent. Throws when the owner does not answer.
   */
  ask(
    evaluations: readonly { readonly changeRequestUuid: string; readonly attempt: number }[],
  ): Promise<{ readonly gone: readonly string[] }>;
}
