/** The owner of change requests, asked to want another attempt of some of them. */
export interface RequestReevaluation {
  /**
   * Afterwards each of them has an attempt above the one named outstanding, or is gone. At most 100. Throws when the
   * owner does not answer; asking again does no harm.
   */
  ask(
    judgings: readonly { readonly changeRequestUuid: string; readonly attempt: number }[],
  ): Promise<{ readonly gone: readonly string[] }>;
}
