import type { MembershipStore, OpenedItem } from "../items/membership-store.ts";

/**
 * An item's opening time is set before the item is written. The written item is usually visible within this many
 * milliseconds after its opening time.
 */
const LATE_MS = 60_000;
/** The interval between reads of all open items. These reads find writes that became visible later. */
const FULL_READ_MS = 60_000;

interface Needs {
  readonly memberships: Pick<MembershipStore, "readOpen" | "oldestOpening">;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/** Reads open items step by step. Calls throw while the database is unavailable. */
export interface OpenItems {
  /** Returns items that were opened up to `until`, or none if there are no more. */
  read(limit: number, until: Date): Promise<readonly OpenedItem[]>;
  /** Returns approximately when the oldest open item was opened, or undefined if no item is open. */
  oldest(): Promise<Date | undefined>;
}

/**
 * Reads open items (items that are not yet projected) from the database's index of opening times. The index also has
 * the entries of closed items until the database cleans it up. After a large discovery there is one such entry for each
 * item, so a read does not start at the beginning of the index. While there is a backlog, it starts at the opening time
 * of the oldest item of the previous read. Without a backlog, it starts at the earlier of two times: `LATE_MS` before
 * the `until` of the last complete read, or the opening time of the oldest item of that read.
 *
 * An item may be written so late that these reads miss it. So a read starts at the beginning of the index every
 * `FULL_READ_MS`.
 */
export function createOpenItems({ memberships, elapsedMs }: Needs): OpenItems {
  /**
   * No open item was opened before this time, except items whose write became visible more than `LATE_MS` after their
   * opening time.
   */
  let floor: Date | undefined;
  /** The opening time of the oldest item of the last read, if that read reached its limit. */
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
