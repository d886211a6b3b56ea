import { createSemaphore } from "../concurrency/semaphore.ts";
import { pause } from "../process/deadline.ts";
import type { IndexAlias } from "./opensearch-alias.ts";
import { IndexBusy } from "./opensearch-failures.ts";

/** The time limits of a search, and the number of searches that run at a time. Times are in milliseconds. */
export interface SearchBounds {
  /**
   * The `timeout` of the search. After this time, each shard stops searching, and OpenSearch reports the timeout in its
   * response.
   */
  readonly deadlineMs: number;
  /** The `cancel_after_time_interval` of the search. After this time, OpenSearch cancels the search as a whole. */
  readonly stoppedAfterMs: number;
  /** How long the client waits for the response. The time begins when the call is sent. */
  readonly patienceMs: number;
  /**
   * The maximum number of searches that are in progress at the same time. It must not exceed the number that OpenSearch
   * runs at the same time, because OpenSearch would put further searches into its own queue.
   */
  readonly atOnce: number;
  /**
   * How long a search may wait while `atOnce` other searches are in progress. After this time, the search rejects with
   * IndexBusy.
   */
  readonly waitMs: number;
  /** The size limit of one answer. See OpenSearchCallOptions. */
  readonly mostBytes?: number;
}

/**
 * Sends the body of a search to an alias. Rejects with IndexBusy if the search can't begin within `waitMs`, because
 * `atOnce` other searches are in progress.
 */
export type BoundedSearch = (alias: Pick<IndexAlias, "call">, body: object, signal?: AbortSignal) => Promise<unknown>;

/**
 * Creates a function that searches within these limits. The limit `atOnce` applies to the searches of all aliases
 * together.
 */
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
