/** Requests another attempt of change requests from their owner. */
export interface RequestReevaluation {
  /**
   * After this call, each request has an outstanding attempt above the given one, or it is deleted (`gone`). At most
   * 100 evaluations may be given. The call is idempotent. Throws when the owner does not answer.
   */
  ask(
    evaluations: readonly { readonly changeRequestUuid: string; readonly attempt: number }[],
  ): Promise<{ readonly gone: readonly string[] }>;
}
