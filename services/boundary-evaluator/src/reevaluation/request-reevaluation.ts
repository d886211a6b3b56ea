/** Asks the change-request service for further attempts to evaluate change requests. */
export interface RequestReevaluation {
  /**
   * Requests another attempt for each of at most 100 evaluations. Afterwards, an attempt with a higher number is
   * requested or done for each change request, except for the deleted ones, which `gone` lists. The call is idempotent.
   * Throws if the change-request service does not answer.
   */
  ask(
    evaluations: readonly { readonly changeRequestUuid: string; readonly attempt: number }[],
  ): Promise<{ readonly gone: readonly string[] }>;
}
