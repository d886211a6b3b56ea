import { setTimeout as sleep } from "node:timers/promises";

/** Something that takes saves and brings each to a final state. */
export interface Saving {
  /** Resolves when the save is acknowledged; rejects when it is refused. */
  save(id: string, n: number): Promise<void>;
  /** Those of the ids whose final state is stored. */
  finalOf(ids: readonly string[]): Promise<readonly string[]>;
}

/** What became of a number of saves. Times are milliseconds from the moment each was due. */
export interface SaveTimes {
  readonly acknowledged: readonly number[];
  readonly final: readonly number[];
  /** Why saves were refused, one reason for each. Nobody counts on those. */
  readonly refused: readonly string[];
  /** Saves that were acknowledged and did not become final. */
  readonly lost: number;
}

/** Pause between two looks at what is outstanding, or so many times what the last look took: looking must not be the load. */
const LOOK_EVERY_MS = 2;
const PAUSE_PER_LOOK = 9;
/** Looked for at once, oldest first. */
const LOOK_AT = 200;
const PATIENCE_MS = 60_000;

/**
 * Saves with the numbers `first` to `first + count - 1`, one every `everyMs` whether or not those before are final; with 0
 * each waits for the one before. What is not final a minute after the last that was counts as lost.
 */
export async function timeSaves(
  saving: Saving,
  course: { prefix: string; first: number; count: number; everyMs: number; patienceMs?: number },
): Promise<SaveTimes> {
  const { prefix, first, count, everyMs, patienceMs = PATIENCE_MS } = course;
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
      refused.push(error instanceof Error ? error.message : String(error));
    }
  };
  const lookUntil = async (enough: () => boolean) => {
    let progressAt = performance.now();
    while (!enough() && performance.now() - progressAt < patienceMs) {
      const lookedAt = performance.now();
      const found = await saving.finalOf([...outstanding.keys()].slice(0, LOOK_AT));
      const now = performance.now();
      if (found.length > 0) progressAt = now;
      for (const id of found) {
        final.push(now - (outstanding.get(id) ?? now));
        outstanding.delete(id);
      }
      const busy = outstanding.size > 1 ? PAUSE_PER_LOOK * (now - lookedAt) : 0;
      await sleep(Math.max(LOOK_EVERY_MS, busy));
    }
  };

  if (everyMs === 0) {
    for (let n = first; n < first + count; n += 1) {
      const saved = save(n, performance.now());
      await lookUntil(() => outstanding.size === 0);
      await saved;
    }
  } else {
    const sending: Promise<void>[] = [];
    let allSent = false;
    const looking = lookUntil(() => allSent && outstanding.size === 0);
    for (let n = 0; n < count; n += 1) {
      const dueAt = began + n * everyMs;
      const early = dueAt - performance.now();
      if (early > 0) await sleep(early);
      sending.push(save(first + n, dueAt));
    }
    await Promise.all(sending);
    allSent = true;
    await looking;
  }
  return { acknowledged, final, refused, lost: outstanding.size };
}

/** The value that `share` of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
