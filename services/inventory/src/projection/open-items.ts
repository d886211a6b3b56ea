import type { MembershipStore, OpenedItem } from "../items/membership-store.ts";

/** Whoever writes an item is done with it by then, after the time it opens the item at. */
const LATE_MS = 60_000;
/** Every so often all is looked through, for what came later than that. */
const LOOK_THROUGH_MS = 60_000;

interface Needs {
  readonly memberships: Pick<MembershipStore, "readOpen" | "oldestOpening">;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsedMs: () => number;
}

/** Open items of the record, looked for one look after the other. Calls throw while the record engine is away. */
export interface OpenItems {
  /** Some that were opened up to `until`; none when there are no more. */
  read(limit: number, until: Date): Promise<readonly OpenedItem[]>;
  /** Since when about the item waits that waits the longest; undefined when none does. */
  oldest(): Promise<Date | undefined>;
}

/**
 * Looks begin where open items may be. An engine that walks its index from the oldest opening comes by everything that was
 * opened and closed since it was last tidied up; after a large discovery that is as many entries as there are items, at every look.
 * So a backlog is read on from the oldest of the last look, and otherwise looks begin a while before the last one that
 * found no more. What was written later than that waits until all is looked through again.
 */
export function createOpenItems({ memberships, elapsedMs }: Needs): OpenItems {
  /** Nothing that is open is older, but for what is written later than `LATE_MS`. */
  let base: Date | undefined;
  /** The oldest of a look that found as many as it might. */
  let near: Date | undefined;
  let lookedThroughAt = Number.NEGATIVE_INFINITY;

  return {
    async read(limit, until) {
      for (;;) {
        const at = elapsedMs();
        const through = at - lookedThroughAt >= LOOK_THROUGH_MS;
        const from = through ? undefined : (near ?? base);
        const isWhole = from === undefined || near === undefined;
        const found = await memberships.readOpen(limit, until, from);
        if (from === undefined) lookedThroughAt = at;
        const oldest = earliest(found.map((item) => item.openedAt));
        near = found.length < limit ? undefined : oldest;
        if (isWhole && near === undefined) base = earliest([oldest ?? until, new Date(until.getTime() - LATE_MS)]);
        if (found.length > 0 || isWhole) return found;
      }
    },

    async oldest() {
      const found = near && (await memberships.oldestOpening(near));
      if (found) return found;
      const isKnown = elapsedMs() - lookedThroughAt < LOOK_THROUGH_MS;
      return memberships.oldestOpening(isKnown ? base : undefined);
    },
  };
}

function earliest(times: readonly Date[]): Date | undefined {
  return times.reduce<Date | undefined>((least, time) => (least && least <= time ? least : time), undefined);
}
