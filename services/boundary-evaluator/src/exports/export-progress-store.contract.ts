import { describe, expect, test } from "@jest/globals";
import type { ExportProgress, ExportProgressStore } from "./export-progress-store.ts";

const progress = (attempt: number, members: Partial<ExportProgress> = {}): ExportProgress => ({
  integrationUuid: "i",
  changeRequestUuid: "c",
  revision: 1,
  attempt,
  before: attempt === 1 ? null : { revision: 1, attempt: attempt - 1 },
  exported: false,
  ...members,
});

/** Defines the tests that every ExportProgressStore must pass. */
export function describeExportProgressStore(name: string, makeStore: () => Promise<ExportProgressStore>): void {
  describe(`${name} as a store of the progress of exports`, () => {
    test("is kept per integration and change request", async () => {
      const store = await makeStore();
      expect(await store.find("i", "c")).toBeNull();
      for (const one of [progress(1), progress(3, { integrationUuid: "j" }), progress(4, { changeRequestUuid: "d" })])
        expect(await store.replace(one, null)).toBe(true);
      expect(await store.find("i", "c")).toEqual(progress(1));
      expect(await store.find("j", "c")).toEqual(progress(3, { integrationUuid: "j" }));
      expect(await store.find("i", "d")).toEqual(progress(4, { changeRequestUuid: "d" }));
    });

    test("of concurrent replacements of one attempt one succeeds", async () => {
      const store = await makeStore();
      const first = await Promise.all([1, 2, 3].map((attempt) => store.replace(progress(attempt), null)));
      expect(first.filter(Boolean)).toHaveLength(1);
      const stored = await store.find("i", "c");
      const next = await Promise.all([4, 5, 6].map((attempt) => store.replace(progress(attempt), stored)));
      expect(next.filter(Boolean)).toHaveLength(1);
      expect(await store.find("i", "c")).toEqual(progress(4 + next.indexOf(true)));
    });

    test("an attempt is marked as exported only while it is stored", async () => {
      const store = await makeStore();
      await store.replace(progress(1), null);
      await store.replace(progress(2), progress(1));
      await store.markExported(progress(1));
      expect(await store.find("i", "c")).toEqual(progress(2));
      await store.markExported(progress(2));
      expect(await store.find("i", "c")).toEqual(progress(2, { exported: true }));
    });

    test("all of one integration are deleted in batches", async () => {
      const store = await makeStore();
      for (const changeRequestUuid of ["a", "b", "c"]) await store.replace(progress(1, { changeRequestUuid }), null);
      await store.replace(progress(1, { integrationUuid: "j" }), null);
      expect(await store.removeOf("i", 2)).toBe(2);
      expect(await store.removeOf("i", 2)).toBe(1);
      expect(await store.find("i", "a")).toBeNull();
      expect(await store.find("j", "c")).not.toBeNull();
    });
  });
}
