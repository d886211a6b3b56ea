import type { MembershipStore, OpenedItem } from "../items/membership-store.ts";

/**
 * An item usually becomes visible to reads within this time after its opening time. The opening time is set before the
 * item is written.
 */
const LATE_MS = 60_000;
/**
 * The interval between reads that start at the beginning of the index. These reads also find items that became visible
 * more than `LATE_MS` after their opening time.
 */
const FULL_READ_MS = 60_000;

interface Needs {
  readonly memberships: Pick<MembershipStore, "readOpen" | "oldestOpening">;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/** Reads open items (items that are not projected yet) in batches. Calls throw while the database is unavailable. */
export interface OpenItems {
  /**
   * Returns up to `limit` items that were opened at or before `until`. Returns an empty list if no such item is left.
   */
  read(limit: number, until: Date): Promise<readonly OpenedItem[]>;
  /** Returns approximately when the oldest open item was opened, or undefined if no item is open. */
  oldest(): Promise<Date | undefined>;
}

/**
 * Reads open items (items that are not projected yet) through the database's index of opening times. This index
 * contains entries of closed items until the database cleans it up. After a large discovery there is one such entry for
 * each item. Most reads therefore skip the beginning of the index. A read starts at one of three places:
 * - Once per `FULL_READ_MS`, a read starts at the beginning of the index. It finds items whose write became visible so
 *   late that the other reads miss them.
 * - If the previous read reached its limit, the next read starts at the opening time of the oldest item that the
 *   previous read found.
 * - Otherwise the read starts at `floor`, which each complete read sets. A read is complete if it started in the first
 *   or third way and did not reach its limit. `floor` is the earlier of two times: `LATE_MS` before the `until` of the
 *   complete read, and the opening time of the oldest item that the complete read found.
 */
export function createOpenItems({ memberships, elapsedMs }: Needs): OpenItems {
  /**
   * A lower limit for the opening times of open items. An open item can be older only if its write became visible more
   * than `LATE_MS` after its opening time.
   */
  let floor: Date | undefined;
  /**
   * The opening time of the oldest item of the last read. Undefined if that read returned fewer items than its limit.
   */
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
