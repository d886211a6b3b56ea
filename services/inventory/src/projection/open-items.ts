import type { MembershipStore, OpenedItem } from "../items/membership-store.ts";

/** A write is usually visible this long after the time at which it opens the item. */
const LATE_MS = 60_000;
/** How often all open items are read, to find later writes. */
const FULL_READ_MS = 60_000;

interface Needs {
  readonly memberships: Pick<MembershipStore, "readOpen" | "oldestOpening">;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/** Reads open items step by step. Calls throw while the database is unavailable. */
export interface OpenItems {
  /** Items opened up to `until`; none when there are no more. */
  read(limit: number, until: Date): Promise<readonly OpenedItem[]>;
  /** About when the oldest open item was opened; undefined when none is open. */
  oldest(): Promise<Date | undefined>;
}

/**
 * Reads start where open items may be. A scan of the index from its start passes the entries of all items closed since the
 * database last cleaned up; after a large discovery that is one entry per item, in every read. So within a backlog a read
 * starts at the oldest item of the last read, and otherwise a while before the last read that found no more. Items that
 * are written later than that wait for the next full read.
 */
export function createOpenItems({ memberships, elapsedMs }: Needs): OpenItems {
  /** No open item is older, except those written later than `LATE_MS`. */
  let floor: Date | undefined;
  /** The oldest item of a read that reached its limit. */
  let backlog: Date | undefined;
  let fullReadAt = Number.NEGATIVE_INFINITY;

  return {
    async read(limit, until) {
      for (;;) {
        const at = elapsedMs();
        const isFullReadDue = at - fullReadAt >= FULL_READ_MS;
        const from = isFullReadDue ? undefined : (backlog ?? floor);
        const isComplete = from === undefined || backlog === undefined;
        const found = await memberships.readOpen(limit, until, from);
        if (from === undefined) fullReadAt = at;
        const oldest = earliest(found.map((item) => item.openedAt));
        backlog = found.length < limit ? undefined : oldest;
        if (isComplete && backlog === undefined)
          floor = earliest([oldest ?? until, new Date(until.getTime() - LATE_MS)]);
        if (found.length > 0 || isComplete) return found;
      }
    },

    async oldest() {
      const found = backlog && (await memberships.oldestOpening(backlog));
      if (found) return found;
      const isKnown = elapsedMs() - fullReadAt < FULL_READ_MS;
      return memberships.oldestOpening(isKnown ? floor : undefined);
    },
  };
}

function earliest(times: readonly Date[]): Date | undefined {
  return times.reduce<Date | undefined>((least, time) => (least && least <= time ? least : time), undefined);
}
