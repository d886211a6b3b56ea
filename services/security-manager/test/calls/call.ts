/** A request to an operation. `domain` is 1 unless `path` contains another value. */
export interface Call {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Calls {
  /**
   * The calls that are made once each, in order. Each call must succeed, and a list in the response must not be empty.
   */
  readonly succeed: readonly (Call | (() => Promise<Call>))[];
  /** Calls that are refused, by status. Statuses that every operation may return are not listed. */
  readonly refused?: Readonly<Record<number, Call | (() => Promise<Call>)>>;
  /** The statuses of described refusals that a test can't cause quickly. */
  readonly notCaused?: readonly number[];
}
