import { createSemaphore } from "../concurrency/semaphore.ts";
import { pause } from "../process/deadline.ts";
import type { IndexAlias } from "./opensearch-alias.ts";
import { IndexBusy } from "./opensearch-failures.ts";

/** The limits after which a search ends in any case, and how many searches run at once. Times are in milliseconds. */
export interface SearchBounds {
  /** OpenSearch stops the search and says so in its answer. */
  readonly deadlineMs: number;
  /** OpenSearch cancels the search. */
  readonly stoppedAfterMs: number;
  /** The client stops waiting. */
  readonly patienceMs: number;
  /**
   * OpenSearch finishes every search that it received, even an abandoned one. So no more searches are sent than it runs
   * at once.
   */
  readonly atOnce: number;
  /** How long others wait for one of these to end. */
  readonly waitMs: number;
  /** Of one answer; see OpenSearchCallOptions. */
  readonly mostBytes?: number;
}

/** Sends the body of a search to an alias. Rejects with IndexBusy when too many searches run. */
export type BoundedSearch = (alias: Pick<IndexAlias, "call">, body: object, signal?: AbortSignal) => Promise<unknown>;

/** The bounds hold for the searches of all aliases together. */
export function createBoundedSearch({
  deadlineMs,
  stoppedAfterMs,
  patienceMs,
  atOnce,
  waitMs,
  mostBytes = Infinity,
}: SearchBounds): BoundedSearch {
  const semaphore = createSemaphore(atOnce);
  const path = `/_search?allow_partial_search_results=false&cancel_after_time_interval=${stoppedAfterMs}ms`;
  return async (alias, body, signal) => {
    const begun = new AbortController();
    const left = pause(waitMs, begun.signal).then(() => new IndexBusy(`${atOnce} searches are running`));
    return semaphore(() => {
      begun.abort();
      const options = { deadlineMs: patienceMs, signal, mostBytes };
      return alias.call("POST", path, { timeout: `${deadlineMs}ms`, ...body }, options);
    }, left);
  };
}
