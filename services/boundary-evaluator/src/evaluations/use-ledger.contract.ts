import { describe, expect, test } from "@jest/globals";
import type { UseLedger } from "./use-ledger.ts";

/** Defines the tests that every ledger of uses must pass. */
export function describeUseLedger(name: string, makeLedger: () => Promise<UseLedger>): void {
  describe(`${name} as a ledger of uses`, () => {
    const use = (revision: number, boundaryUuid: string, usedAt = "2026-11-21T05:00:00.000Z") => ({
      changeRequestUuid: "c",
      revision,
      boundaryUuid,
      usedAt,
    });

    test("a use is counted once however often it is added, and keeps its first time", async () => {
      const ledger = await makeLedger();
      await ledger.add([use(1, "a"), use(1, "b")]);
      await ledger.add([use(1, "a", "2026-11-22T00:00:00.000Z"), use(2, "a", "2026-11-21T06:00:00.000Z")]);
      await Promise.all([ledger.add([use(3, "b")]), ledger.add([use(3, "b")])]);
      expect(await ledger.usage(["a", "b", "never"])).toEqual(
        new Map([
          ["a", { useCount: 2, lastUsedAt: "2026-11-21T06:00:00.000Z" }],
          ["b", { useCount: 2, lastUsedAt: "2026-11-21T05:00:00.000Z" }],
        ]),
      );
    });

    test("adding nothing does nothing, and thousands are added in one call", async () => {
      const ledger = await makeLedger();
      await ledger.add([]);
      await ledger.add(Array.from({ length: 2_500 }, (_, n) => use(n, "a")));
      expect((await ledger.usage(["a"])).get("a")?.useCount).toBe(2_500);
    });
  });
}
