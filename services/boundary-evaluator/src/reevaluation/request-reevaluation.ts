/** Requests another attempt of change requests from their owner. */
export interface RequestReevaluation {
  /**
   * Requests attempts. After this call, each request either is deleted (`gone`) or has an outstanding attempt with a
   * higher number than the given one. At most 100 evaluations may be given. The call is idempotent. Throws if the owner
   * does not answer.
   */
  ask(
    evaluations: readonly { readonly changeRequestUuid: string; readonly attempt: number }[],
  ): Promise<{ readonly gone: readonly string[] }>;
}
