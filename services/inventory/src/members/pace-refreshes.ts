import type { Part } from "@network-access/service-runtime/part";

/**
 * The usual pace. Two requests for a refresh of the same group are at least `restMs` milliseconds apart. The
 * computations of all groups together may take the fraction `share` of the elapsed time.
 */
const QUIET = { restMs: 2_000, share: 1 };
/**
 * The slower pace, which applies while many changed items wait to be written to the index. The index is behind the
 * database during that time, so it is acceptable that groups are computed later, too.
 */
const UNDER_LOAD = { restMs: 5_000, share: 0.2 };
/** Unused time budget is saved for later computations, up to this many milliseconds. */
const SAVED_MS = 2_000;
/**
 * Groups in the queue are sorted by the time at which they began to wait. For each millisecond that a group's last
 * computation took, the group is sorted as if it had begun to wait this many milliseconds later.
 */
const PATIENCE = 10;
/** A group whose last computation took at most this many milliseconds does not wait for the time budget. */
const CHEAP_MS = 50;
/** The maximum number of groups whose last refresh is remembered. */
const MOST_KNOWN = 10_000;

/**
 * Limits the total time that refreshes of groups take, and how often each group is refreshed. All methods return
 * immediately and never throw.
 */
export interface RefreshPace extends Part {
  /**
   * Requests a refresh of each group. The request is sent at once if the time budget allows it and the previous request
   * for the group is not too recent. Otherwise the request is sent later.
   */
  refresh(groupUuids: readonly string[]): void;
  /** Reports how long a refresh took. */
  took(groupUuid: string, ms: number): void;
  /**
   * Switches to the slower pace if `isHigh` is true, and back to the usual pace if it is false. The load is high while
   * many changed items wait to be written to the index.
   */
  load(isHigh: boolean): void;
}

/**
 * Creates a RefreshPace. During uploads, nearly every batch of items affects the same groups. If these groups were
 * computed after each batch, this would take most of the machine's capacity.
 *
 * Refreshes therefore have a time budget. Groups that are expensive to compute wait in a queue until the budget allows
 * them. A group whose last computation took longer waits longer. `refresh` must never throw or reject. If the process
 * ends while groups wait, `reconcileGroups` later requests their refreshes.
 */
export function createRefreshPace({
  refresh,
  now,
}: {
  readonly refresh: (groupUuids: readonly string[]) => Promise<void>;
  readonly now: () => Date;
}): RefreshPace {
  /**
   * For each group, how long its last refresh took, and when that refresh was requested. The entries are sorted by
   * their last update, oldest first.
   */
  const known = new Map<string, { readonly tookMs: number; readonly askedAt: number }>();
  const waitingSince = new Map<string, number>();
  let pace = QUIET;
  let balance = SAVED_MS;
  let countedAt = now().getTime();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function note(uuid: string, times: { readonly tookMs: number; readonly askedAt: number }): void {
    known.delete(uuid);
    known.set(uuid, times);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  }

  function send(): void {
    clearTimeout(timer);
    if (stopped) return;
    const time = now().getTime();
    balance = Math.min(SAVED_MS, balance + (time - countedAt) * pace.share);
    countedAt = time;

    const tookMs = (uuid: string) => known.get(uuid)?.tookMs ?? 0;
    const restedAt = (uuid: string) => (known.get(uuid)?.askedAt ?? Number.NEGATIVE_INFINITY) + pace.restMs;
    const turn = ([uuid, since]: [string, number]) => since + PATIENCE * tookMs(uuid);
    const rested = [...waitingSince].filter(([uuid]) => restedAt(uuid) <= time).sort((a, b) => turn(a) - turn(b));
    const due: string[] = [];
    for (const [uuid] of rested) {
      const ms = tookMs(uuid);
      if (balance <= 0 && ms > CHEAP_MS) continue;
      // An estimate, which `took` corrects.
      balance -= ms;
      note(uuid, { tookMs: ms, askedAt: time });
      waitingSince.delete(uuid);
      due.push(uuid);
    }
    if (due.length > 0) void refresh(due);
    if (waitingSince.size === 0) return;
    const paidAt = balance > 0 ? 0 : time + Math.ceil((1 - balance) / pace.share);
    const dueAt = (uuid: string) => Math.max(restedAt(uuid), tookMs(uuid) > CHEAP_MS ? paidAt : 0);
    timer = setTimeout(send, Math.max(1, Math.min(...[...waitingSince.keys()].map(dueAt)) - time));
  }

  return {
    name: "pace of refreshes",
    refresh(groupUuids) {
      const time = now().getTime();
      for (const uuid of groupUuids) if (!waitingSince.has(uuid)) waitingSince.set(uuid, time);
      send();
    },
    took(groupUuid, ms) {
      const { tookMs = 0, askedAt = now().getTime() } = known.get(groupUuid) ?? {};
      balance += tookMs - ms;
      note(groupUuid, { tookMs: ms, askedAt });
    },
    load(isHigh) {
      const next = isHigh ? UNDER_LOAD : QUIET;
      if (next === pace) return;
      send();
      pace = next;
      // Under load, the balance of the time budget can become negative. A negative balance must not delay refreshes
      // after the load has ended.
      if (!isHigh) balance = Math.max(balance, 1);
      send();
    },
    start: () => undefined,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
