import { setTimeout as sleep } from "node:timers/promises";
import { errorMessage } from "@network-access/service-runtime/error-message";

/** A system that acknowledges saves and later brings each of them to a final state. */
export interface Saving {
  /** Resolves when the save is acknowledged. Rejects when it is refused. */
  save(id: string, n: number): Promise<void>;
  /** Returns the ids whose final state is stored. */
  finalOf(ids: readonly string[]): Promise<readonly string[]>;
}

/** The times of many saves, in milliseconds from when each save was due. */
export interface SaveTimes {
  readonly acknowledged: readonly number[];
  readonly final: readonly number[];
  /** The reason of each refused save. */
  readonly refused: readonly string[];
  /** Saves that were acknowledged and did not become final. */
  readonly lost: number;
}

/**
 * The pause between polls. If several saves are outstanding, the pause is at least `PAUSE_PER_POLL` times as long as
 * the last poll, so that polling is not the main load.
 */
const POLL_EVERY_MS = 2;
const PAUSE_PER_POLL = 9;
/** The most saves that one poll asks for. Older saves come first. */
const POLLED_AT_ONCE = 200;
const STALL_MS = 60_000;

/**
 * Makes `count` saves, numbered from `first` on. Starts a save every `everyMs`, without waiting for earlier saves. If
 * `everyMs` is 0, starts each save when the previous one is final or refused.
 *
 * All saves are made, even if none becomes final. The wait for final states ends when no save has become final for
 * `stallMs` (one minute by default). Acknowledged saves that are not final at the end count as lost.
 */
export async function timeSaves(
  saving: Saving,
  course: { prefix: string; first: number; count: number; everyMs: number; stallMs?: number },
): Promise<SaveTimes> {
  const { prefix, first, count, everyMs, stallMs = STALL_MS } = course;
  const outstanding = new Map<string, number>();
  const acknowledged: number[] = [];
  const final: number[] = [];
  const refused: string[] = [];
  const began = performance.now();

  const save = async (n: number, dueAt: number) => {
    const id = `${prefix}-${n}`;
    outstanding.set(id, dueAt);
    try {
      await saving.save(id, n);
      acknowledged.push(performance.now() - dueAt);
    } catch (error) {
      outstanding.delete(id);
      refused.push(errorMessage(error));
    }
  };
  const pollUntil = async (enough: () => boolean) => {
    let progressAt = performance.now();
    while (!enough() && performance.now() - progressAt < stallMs) {
      const polledAt = performance.now();
      const found = await saving.finalOf([...outstanding.keys()].slice(0, POLLED_AT_ONCE));
      const now = performance.now();
      if (found.length > 0) progressAt = now;
      for (const id of found) {
        final.push(now - (outstanding.get(id) ?? now));
        outstanding.delete(id);
      }
      const busy = outstanding.size > 1 ? PAUSE_PER_POLL * (now - polledAt) : 0;
      await sleep(Math.max(POLL_EVERY_MS, busy));
    }
  };

  if (everyMs === 0) {
    for (let n = first; n < first + count; n += 1) {
      const saved = save(n, performance.now());
      await pollUntil(() => outstanding.size === 0);
      await saved;
    }
  } else {
    const sending: Promise<void>[] = [];
    let allSent = false;
    const polling = pollUntil(() => allSent && outstanding.size === 0);
    for (let n = 0; n < count; n += 1) {
      const dueAt = began + n * everyMs;
      const early = dueAt - performance.now();
      if (early > 0) await sleep(early);
      sending.push(save(first + n, dueAt));
    }
    await Promise.all(sending);
    allSent = true;
    await polling;
  }
  return { acknowledged, final, refused, lost: outstanding.size };
}

/** Returns the lowest value for which at least `share` (0 to 1) of all values are lower or equal. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
