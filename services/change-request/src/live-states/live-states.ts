import { isDeepStrictEqual } from "node:util";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import type { ShownState } from "../requests/shown-state.ts";

/**
 * The states of the change requests that clients of this process watch. States are read only from the database. A hint
 * only says which change request to read again.
 */
export interface LiveStates {
  /**
   * Starts to watch a change request. Its state is read immediately, after every hint and in every poll. The watch ends
   * when `until` is aborted. Returns undefined if there is no such change request. Rejects if the first read fails.
   */
  watch(id: string, until: AbortSignal): Promise<Watched | undefined>;
  /** Requests a read of the change request as soon as possible. Does nothing if the change request is not watched. */
  hint(id: string): void;
  /**
   * Reads the states of all watched change requests, and calls the listeners of those that changed. Rejects if the
   * states can't be read. If states are already being read, returns immediately, and the running read includes these
   * change requests.
   */
  pollAll(): Promise<void>;
  /** Returns the number of distinct change requests that are watched. */
  watched(): number;
}

/** One change request as seen by one stream. */
export interface Watched {
  /** The state when the watch began. */
  readonly first: ShownState;
  /**
   * Returns the newest state that was read, or undefined if the change request is deleted. Never returns a state that
   * is older than a state it returned before.
   */
  latest(): ShownState | undefined;
  /** Calls `listener` after every change. */
  onChange(listener: () => void): void;
}

interface Entry {
  shown: ShownState | undefined;
  readonly watchers: Set<{ listener: () => void }>;
  /** Streams that wait for the next read. */
  readonly waiters: PromiseWithResolvers<ShownState | undefined>[];
}

/**
 * Reads the states of watched change requests, at most `batch` in one query. A query begins only after the previous
 * query has ended. The database therefore gets one small query at a time from this process, regardless of the number of
 * streams and hints. No stream receives an older state after a newer state.
 */
export function createLiveStates({
  store,
  batch = 200,
}: {
  readonly store: Pick<ChangeRequestStore, "shownStates">;
  readonly batch?: number;
}): LiveStates {
  const entries = new Map<string, Entry>();
  /**
   * Change requests for which `hint` was called, or whose streams wait for a first state. They are read before the
   * change requests that are only polled.
   */
  const hinted = new Set<string>();
  const polled = new Set<string>();
  let isReading = false;

  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      while (hinted.size + polled.size > 0) await readStates(nextBatch());
    } finally {
      isReading = false;
    }
  }

  function nextBatch(): string[] {
    const ids = new Set<string>();
    for (const due of [hinted, polled]) {
      for (const id of due) {
        if (ids.size === batch) return [...ids];
        due.delete(id);
        if (entries.has(id)) ids.add(id);
      }
    }
    return [...ids];
  }

  async function readStates(ids: readonly string[]): Promise<void> {
    const waiters = ids.flatMap((id) => (entries.get(id)?.waiters.splice(0) ?? []).map((waiter) => ({ id, waiter })));
    try {
      const found = new Map((await store.shownStates(ids)).map((shown) => [shown.id, shown]));
      for (const id of ids) settle(id, found.get(id));
      for (const { id, waiter } of waiters) waiter.resolve(found.get(id));
    } catch (error) {
      // Only streams that wait for a first state receive the error. All other streams keep their state until the next
      // read.
      for (const { waiter } of waiters) waiter.reject(error);
      for (const entry of entries.values()) for (const waiter of entry.waiters.splice(0)) waiter.reject(error);
      throw error;
    }
  }

  function settle(id: string, shown: ShownState | undefined): void {
    const entry = entries.get(id);
    if (!entry || isDeepStrictEqual(entry.shown, shown)) return;
    entry.shown = shown;
    for (const { listener } of entry.watchers) listener();
  }

  function readSoon(id: string): void {
    hinted.add(id);
    // An error is not lost here: waiting streams receive it, and all other streams get their state in the next poll.
    readAll().catch(() => undefined);
  }

  return {
    async watch(id, until) {
      until.throwIfAborted();
      const entry: Entry = entries.get(id) ?? { shown: undefined, watchers: new Set(), waiters: [] };
      const watcher = { listener: () => {} };
      const waiter = Promise.withResolvers<ShownState | undefined>();
      entries.set(id, entry);
      entry.watchers.add(watcher);
      entry.waiters.push(waiter);
      const leave = () => {
        entry.watchers.delete(watcher);
        if (entry.watchers.size === 0) entries.delete(id);
      };
      until.addEventListener("abort", leave, { once: true });
      readSoon(id);
      const first = await waiter.promise;
      if (!first) return undefined;
      return {
        first,
        latest: () => entry.shown,
        onChange(listener) {
          watcher.listener = listener;
        },
      };
    },

    hint(id) {
      if (entries.has(id)) readSoon(id);
    },

    async pollAll() {
      for (const id of entries.keys()) polled.add(id);
      await readAll();
    },

    watched: () => entries.size,
  };
}
