import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aStamp, aWrite } from "../../test/inventory-builders.ts";
import { createInMemoryItems } from "../uploads/in-memory-items.ts";
import { createOpenItems } from "./open-items.ts";

const LATE_MS = 60_000;
const MINUTE_MS = 60_000;

/**
 * Creates a database in which items can be written with an opening time in the past. `reads` lists the lower limit of
 * opening times for each read of open items. `lags` lists this limit for each search for the oldest open item.
 * Undefined means that there was no lower limit.
 */
function aDatabase() {
  const { items, memberships } = createInMemoryItems();
  const reads: (Date | undefined)[] = [];
  const lags: (Date | undefined)[] = [];
  let time = Date.parse("2026-01-01T00:00:00Z");
  const openItems = createOpenItems({
    memberships: {
      readOpen(limit, until, from) {
        reads.push(from);
        return memberships.readOpen(limit, until, from);
      },
      oldestOpening(from) {
        lags.push(from);
        return memberships.oldestOpening(from);
      },
    },
    elapsedMs: () => time,
  });
  const ago = (ms: number) => new Date(time - ms);
  return {
    openItems,
    memberships,
    reads,
    lags,
    ago,
    write: (id: string, lateMs = 0) => items.insert([aWrite(id)], aStamp({ at: ago(lateMs) })),
    pass(ms: number) {
      time += ms;
    },
    /** Reads and closes items until a read finds none. */
    async drain(limit: number): Promise<void> {
      for (;;) {
        const found = await openItems.read(limit, ago(0));
        if (found.length === 0) return;
        await memberships.settle(found);
      }
    },
  };
}

const step = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), lateMs: fc.integer({ min: 0, max: 3 * LATE_MS }) }),
  fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 2 * MINUTE_MS }) }),
  fc.record({ kind: fc.constant("read" as const), settle: fc.boolean() }),
);

test("a read that finds no more missed only items written very late, which are found within a minute", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), async (steps, limit) => {
      const { openItems, memberships, ago, write, pass, drain } = aDatabase();
      const late = new Set<string>();
      for (const [place, one] of steps.entries()) {
        if (one.kind === "pass") pass(one.ms);
        else if (one.kind === "write") {
          const written = await memberships.readOpen(1_000, ago(0));
          await write(`i-${place}`, one.lateMs);
          const [added] = (await memberships.readOpen(1_000, ago(0))).filter(
            ({ itemId }) => !written.some((other) => other.itemId === itemId),
          );
          if (added && one.lateMs > LATE_MS) late.add(added.itemId);
        } else {
          const found = await openItems.read(limit, ago(0));
          if (one.settle) await memberships.settle(found);
          if (found.length > 0) continue;
          const left = await memberships.readOpen(1_000, ago(0));
          expect(left.filter(({ itemId }) => !late.has(itemId))).toEqual([]);
        }
      }
      pass(MINUTE_MS);
      await drain(limit);
      expect(await memberships.readOpen(1_000, ago(0))).toEqual([]);
    }),
  );
});

test("within a backlog a read starts at the oldest item of the last one, and at its end earlier items are read", async () => {
  const { reads, ago, write, pass, drain } = aDatabase();
  await drain(2);
  const quiet = ago(LATE_MS);
  pass(10_000);
  for (const [place, lateMs] of [5_000, 4_000, 3_000, 2_000, 1_000].entries()) await write(`i-${place}`, lateMs);
  reads.length = 0;
  await drain(2);
  expect(reads).toEqual([quiet, ago(5_000), ago(3_000), quiet]);
});

test("without open items, reads go back by at most a minute, and a full read runs once a minute", async () => {
  const { openItems, reads, ago, pass } = aDatabase();
  for (let second = 0; second < 180; second += 1) {
    expect(await openItems.read(10, ago(0))).toEqual([]);
    pass(1_000);
  }
  expect(reads.filter((from) => from === undefined)).toHaveLength(3);
  const back = reads.flatMap((from, second) =>
    from ? [second * 1_000 - (from.getTime() - ago(180_000).getTime())] : [],
  );
  expect(new Set(back)).toEqual(new Set([LATE_MS + 1_000]));
});

test("the oldest open item is found without scanning closed ones", async () => {
  const { openItems, lags, ago, write, pass, drain } = aDatabase();
  expect(await openItems.oldest()).toBeUndefined();
  await drain(2);
  for (const [place, lateMs] of [5_000, 4_000, 3_000].entries()) await write(`i-${place}`, lateMs);
  expect(await openItems.oldest()).toEqual(ago(5_000));
  await openItems.read(2, ago(0));
  expect(await openItems.oldest()).toEqual(ago(5_000));
  expect(lags).toEqual([undefined, ago(LATE_MS), ago(5_000)]);
  await drain(2);
  pass(MINUTE_MS);
  expect(await openItems.oldest()).toBeUndefined();
  expect(lags.at(-1)).toBeUndefined();
});
