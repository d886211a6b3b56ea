import type { Part } from "@network-access/service-runtime/part";

/**
 * The usual pace. The next refresh of a group is requested at least `restMs` milliseconds after the previous request.
 * `share` is the fraction of time that the computations of all groups together may take.
 */
const QUIET = { restMs: 2_000, share: 1 };
/**
 * The slower pace while many changed items wait to be written to the index. The groups may then be late, because the
 * index is late anyway.
 */
const UNDER_LOAD = { restMs: 5_000, share: 0.2 };
/** Up to this many milliseconds of unused time budget are saved for later computations. */
const SAVED_MS = 2_000;
/**
 * Each millisecond that a group's last computation took moves the group back by this many milliseconds in the queue.
 */
const PATIENCE = 10;
/** Computations that take at most this long do not wait for the budget. */
const CHEAP_MS = 50;
/** The maximum number of groups whose last refresh is remembered. */
const MOST_KNOWN = 10_000;

/** Limits refreshes of groups to a time budget. Nothing here waits or throws. */
export interface RefreshPace extends Part {
  /**
   * Requests refreshes of groups. If the budget allows it and no refresh of the group was requested recently, requests
   * the refresh immediately. Otherwise requests it later.
   */
  refresh(groupUuids: readonly string[]): void;
  /** Reports how long a refresh took. */
  took(groupUuid: string, ms: number): void;
  /**
   * Reports whether many changed items wait to be written to the index. While they do, refreshes are requested less
   * often.
   */
  load(isHigh: boolean): void;
}

/**
 * During uploads nearly every batch of items affects the same groups. Computing each of these groups every time would
 * take most of the machine's capacity, so refreshes have a time budget. Groups that are expensive to compute wait in a
 * queue until the budget suffices. The more expensive a group is, the further back its place in the queue. The function
 * `refresh` that is passed in must never throw. If the process ends while groups wait, the reconciler finds them.
 */
export function createRefreshPace({
  refresh,
  now,
}: {
  readonly refresh: (groupUuids: readonly string[]) => Promise<void>;
  readonly now: () => Date;
}): RefreshPace {
  /**
   * For each group, the duration of its last refresh, and the time at which that refresh was requested. The newest
   * entries come last.
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
      // A negative balance from the time under load must not delay refreshes after that time.
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
