/** Asks the change-request service for further attempts to evaluate change requests. */
export interface RequestReevaluation {
  /**
   * Requests a re-evaluation for each of at most 100 evaluations. After the call, an attempt with a higher number is
   * requested or done for each change request. `gone` lists the change requests that are deleted. The call is
   * idempotent. Throws if the change-request service does not answer.
   */
  ask(
    evaluations: readonly { readonly changeRequestUuid: string; readonly attempt: number }[],
  ): Promise<{ readonly gone: readonly string[] }>;
}
