import type { Part } from "@network-access/service-runtime/run-until-signal";

/**
 * A group that was asked for is not asked for again before `restMs`, and in each time that passes this share of it may be
 * spent on computing.
 */
const QUIET = { restMs: 2_000, share: 1 };
/** The same while so many items are open that the index is behind anyway. */
const UNDER_LOAD = { restMs: 5_000, share: 0.2 };
/** What may be spent at once after a quiet time. */
const SAVED_MS = 2_000;
/** A group that takes so long waits for so much longer than one that takes no time. */
const PATIENCE = 10;
/** What takes no longer does not wait for the budget. */
const CHEAP_MS = 50;
/** Groups whose times are remembered. */
const MOST_REMEMBERED = 10_000;

/** Lets refreshes of groups through as far as there is time for them. Nothing here waits or throws. */
export interface RefreshPace extends Part {
  /** Asks for groups at once where there is time and they were not asked for lately, else later. */
  refresh(groupUuids: readonly string[]): void;
  /** How long one of them took. */
  took(groupUuid: string, ms: number): void;
  /** Whether so much is open that the index is behind anyway. */
  load(isHigh: boolean): void;
}

/**
 * While items stream in, nearly every portion of them touches the same groups: computing each of them every time would take
 * most of the machine. So there is a budget of time, for which large groups wait in the order of waiting, the larger the
 * longer. `refresh` never throws; what is not sent when the process ends, the sweeper finds.
 */
export function createRefreshPace({
  refresh,
  now,
}: {
  readonly refresh: (groupUuids: readonly string[]) => Promise<void>;
  readonly now: () => Date;
}): RefreshPace {
  /** How long each group took the last time, and when it was asked for; the newest last. */
  const known = new Map<string, { readonly tookMs: number; readonly askedAt: number }>();
  const waitingSince = new Map<string, number>();
  let pace = QUIET;
  let balance = SAVED_MS;
  let countedAt = now().getTime();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function remember(uuid: string, what: { readonly tookMs: number; readonly askedAt: number }): void {
    known.delete(uuid);
    known.set(uuid, what);
    const [oldest] = known.keys();
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
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
      // Spent before it is known; `took` puts it right.
      balance -= ms;
      remember(uuid, { tookMs: ms, askedAt: time });
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
      remember(groupUuid, { tookMs: ms, askedAt });
    },
    load(isHigh) {
      const next = isHigh ? UNDER_LOAD : QUIET;
      if (next === pace) return;
      send();
      pace = next;
      // What was spent under load is not paid for by what comes after it.
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
