import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createKeyedMutex } from "./keyed-mutex.ts";

test("work that shares a key never overlaps, runs in the order of the calls, and ends, also where some fails", async () => {
  const work = fc.record({
    items: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 3 }),
    turns: fc.nat(3),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 12 }), async (all) => {
      const withKeys = createKeyedMutex();
      const busy = new Set<string>();
      const begun = new Map<string, number[]>();
      const results = await Promise.allSettled(
        all.map(({ items, turns, fails }, place) =>
          withKeys(items, async () => {
            for (const item of items) {
              expect(busy.has(item)).toBe(false);
              busy.add(item);
              begun.set(item, [...(begun.get(item) ?? []), place]);
            }
            for (let turn = 0; turn < turns; turn += 1) await nextTurn();
            for (const item of items) busy.delete(item);
            if (fails) throw new Error("failed");
          }),
        ),
      );
      expect(results.map(({ status }) => status)).toEqual(all.map(({ fails }) => (fails ? "rejected" : "fulfilled")));
      for (const places of begun.values()) expect(places).toEqual(places.toSorted((a, b) => a - b));
    }),
  );
});

test("work on other keys does not wait", async () => {
  const withKeys = createKeyedMutex();
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
  const first = withKeys(["a"], () => blocked);
  await withKeys(["b"], async () => undefined);
  release();
  await first;
});
