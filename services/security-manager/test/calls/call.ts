/** A request to an operation; `domain` is 1 where the path does not say otherwise. */
export interface Call {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Calls {
  /** Made once, in order. Each succeeds, and a list that is answered is not empty. */
  readonly succeed: readonly (Call | (() => Promise<Call>))[];
  /** Calls that are refused with a status that not every call can get. */
  readonly refused?: Readonly<Record<number, Call | (() => Promise<Call>)>>;
  /** Described refusals that a test can't cause in a moment. */
  readonly notCaused?: readonly number[];
}
