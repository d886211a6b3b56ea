/** A request to an operation. The path parameter `domain` is 1 unless `path` contains another value for it. */
export interface Call {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Calls {
  /**
   * Calls that are made once each, in this order. They must succeed, and the lists in their responses must not be
   * empty.
   */
  readonly succeed: readonly (Call | (() => Promise<Call>))[];
  /** For each status, a call that is refused with it. Statuses that every operation can return are not listed. */
  readonly refused?: Readonly<Record<number, Call | (() => Promise<Call>)>>;
  /** The statuses of refusals in the OpenAPI description that a test can't cause quickly. */
  readonly notCaused?: readonly number[];
}
