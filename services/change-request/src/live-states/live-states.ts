import { isDeepStrictEqual } from "node:util";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import type { ShownState } from "../requests/shown-state.ts";

/** The states of the change requests that somebody watches here. The record is the only source; a hint says where to look. */
export interface LiveStates {
  /**
   * Looks at the record, then again after every hint, and whenever all is looked at, until `until` is aborted. Undefined:
   * there is no such request. Rejects when the record can't be read.
   */
  watch(id: string, until: AbortSignal): Promise<Watched | undefined>;
  /** Looks soon at what may have changed; does nothing where nobody watches it. */
  hint(id: string): void;
  /** Looks at everything that is watched. Rejects when the record can't be read. */
  lookAtAll(): Promise<void>;
  /** How many different requests are watched. */
  watched(): number;
}

/** One request as one stream sees it. */
export interface Watched {
  /** What it was when the watching began. */
  readonly first: ShownState;
  /** Never older than what it gave before; undefined once the request is deleted. */
  latest(): ShownState | undefined;
  /** Calls `listener` whenever there is something new. */
  onChange(listener: () => void): void;
}

interface Entry {
  shown: ShownState | undefined;
  readonly watchers: Set<{ listener: () => void }>;
  /** Who waits for a look that begins from now on. */
  readonly openers: PromiseWithResolvers<ShownState | undefined>[];
}

/**
 * One look at a time, `batch` requests at once, whoever asks for it: however many streams and hints there are,
 * the record gets one small question after the other, and no stream ever sees an older state after a newer one.
 */
export function createLiveStates({
  store,
  batch = 200,
}: {
  readonly store: Pick<ChangeRequestStore, "shownStates">;
  readonly batch?: number;
}): LiveStates {
  const entries = new Map<string, Entry>();
  /** What somebody waits for or was hinted at; it goes before what only has its turn. */
  const hinted = new Set<string>();
  const inTurn = new Set<string>();
  let looking = false;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      while (hinted.size + inTurn.size > 0) await lookAt(take());
    } finally {
      looking = false;
    }
  }

  function take(): string[] {
    const ids = new Set<string>();
    for (const waiting of [hinted, inTurn]) {
      for (const id of waiting) {
        if (ids.size === batch) return [...ids];
        waiting.delete(id);
        if (entries.has(id)) ids.add(id);
      }
    }
    return [...ids];
  }

  async function lookAt(ids: readonly string[]): Promise<void> {
    const openers = ids.flatMap((id) => (entries.get(id)?.openers.splice(0) ?? []).map((opener) => ({ id, opener })));
    try {
      const found = new Map((await store.shownStates(ids)).map((shown) => [shown.id, shown]));
      for (const id of ids) settle(id, found.get(id));
      for (const { id, opener } of openers) opener.resolve(found.get(id));
    } catch (error) {
      // Whoever watches already keeps what it has until its next turn; whoever waits is told at once.
      for (const { opener } of openers) opener.reject(error);
      for (const entry of entries.values()) for (const opener of entry.openers.splice(0)) opener.reject(error);
      throw error;
    }
  }

  function settle(id: string, shown: ShownState | undefined): void {
    const entry = entries.get(id);
    if (!entry || isDeepStrictEqual(entry.shown, shown)) return;
    entry.shown = shown;
    for (const { listener } of entry.watchers) listener();
  }

  function lookSoon(id: string): void {
    hinted.add(id);
    // A look that fails is told to those who wait for it, and made up for when all is looked at.
    look().catch(() => undefined);
  }

  return {
    async watch(id, until) {
      until.throwIfAborted();
      const entry: Entry = entries.get(id) ?? { shown: undefined, watchers: new Set(), openers: [] };
      const watcher = { listener: () => {} };
      const opener = Promise.withResolvers<ShownState | undefined>();
      entries.set(id, entry);
      entry.watchers.add(watcher);
      entry.openers.push(opener);
      const leave = () => {
        entry.watchers.delete(watcher);
        if (entry.watchers.size === 0) entries.delete(id);
      };
      until.addEventListener("abort", leave, { once: true });
      lookSoon(id);
      const first = await opener.promise;
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
      if (entries.has(id)) lookSoon(id);
    },

    async lookAtAll() {
      for (const id of entries.keys()) inTurn.add(id);
      await look();
    },

    watched: () => entries.size,
  };
}
