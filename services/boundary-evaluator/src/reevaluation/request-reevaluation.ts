/** Asks the change-request service for further attempts to evaluate change requests. */
export interface RequestReevaluation {
  /**
   * Requests another attempt for each evaluation. After the call, each change request is either deleted (`gone`), or
   * has a requested attempt with a higher number than the given attempt. At most 100 evaluations may be given. The call
   * is idempotent. Throws if the change-request service does not answer.
   */
  ask(
    evaluations: readonly { readonly changeRequestUuid: string; readonly attempt: number }[],
  ): Promise<{ readonly gone: readonly string[] }>;
}
