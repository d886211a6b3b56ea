import type { PresentedFailure } from "../http/failure.ts";

/**
 * Thrown if an index can't be used for one of these reasons:
 * - OpenSearch can't be reached, did not respond in time, or is overloaded.
 * - OpenSearch rejects the credentials of this process, or the process lacks a right.
 * - The index is closed, blocked or missing.
 */
export class IndexAway extends Error {
  constructor(what: string, cause?: unknown) {
    super(`OpenSearch does not answer: ${what}`, { cause });
    this.name = "IndexAway";
  }
}

/** Thrown if a call did not end before a deadline of OpenSearch or of the client. */
export class IndexLate extends IndexAway {
  constructor(what: string, cause?: unknown) {
    super(what, cause);
    this.message = `OpenSearch took too long: ${what}`;
    this.name = "IndexLate";
  }
}

/** Thrown if a call was not sent because the limit of concurrent calls is reached. */
export class IndexBusy extends IndexAway {
  constructor(what: string) {
    super(what);
    this.message = `too many calls to OpenSearch: ${what}`;
    this.name = "IndexBusy";
  }
}

/** An answer has more bytes than its caller accepts. */
export class IndexAnswerTooLarge extends Error {
  constructor(mostBytes: number) {
    super(`OpenSearch answered more than ${mostBytes} bytes`);
    this.name = "IndexAnswerTooLarge";
  }
}

/**
 * Reports whether an error of this type means that an index is closed, or blocked for reads or writes. Such a state is
 * temporary and not an error of the caller.
 */
export function isOutOfService(errorType: string): boolean {
  return errorType === "cluster_block_exception" || errorType === "index_closed_exception";
}

/** One error as OpenSearch reports it. */
export interface IndexCause {
  readonly type: string;
  readonly reason: string;
}

/** OpenSearch answered with an error. */
export class IndexRefused extends Error {
  readonly status: number;
  /** OpenSearch's name of the error, such as `index_not_found_exception`. */
  readonly type: string;
  /** The causes of the error, the innermost last. */
  readonly causes: readonly IndexCause[];
  constructor(status: number, type: string, reason: string, causes: readonly IndexCause[] = []) {
    super(`OpenSearch answered ${status} ${type}: ${reason}`);
    this.name = "IndexRefused";
    this.status = status;
    this.type = type;
    this.causes = causes;
  }
}

/** Returns the error response for an IndexAway. Returns undefined for any other error. */
export function presentIndexAway(error: unknown): PresentedFailure | undefined {
  if (!(error instanceof IndexAway)) return undefined;
  if (error instanceof IndexLate) {
    const message = "the index took too long, and nothing was changed; ask for less, or try again in a moment";
    return { code: "UPSTREAM_TIMEOUT", status: 504, message };
  }
  if (error instanceof IndexBusy) {
    const message = "too many searches are running at once; try again in a second";
    return { code: "UPSTREAM_UNAVAILABLE", status: 503, message };
  }
  const message = "the index does not answer, and nothing was changed; try again in a moment";
  return { code: "UPSTREAM_UNAVAILABLE", status: 503, message };
}
