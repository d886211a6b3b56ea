/** Asks the change-request service for further attempts to evaluate change requests. */
export interface RequestReevaluation {
  /**
   * Requests another attempt for each evaluation. After the call, each change request is either deleted (`gone`), or an
   * attempt with a higher number than that of the given evaluation has been requested. At most 100 evaluations may be
   * given. The call is idempotent. Throws if the change-request service does not answer.
   */
  ask(
    evaluations: readonly { readonly changeRequestUuid: string; readonly attempt: number }[],
  ): Promise<{ readonly gone: readonly string[] }>;
}
