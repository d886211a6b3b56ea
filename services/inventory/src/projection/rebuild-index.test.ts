import { expect, test } from "@jest/globals";
import { createInMemoryLeaseStore } from "@network-access/service-runtime/in-memory-lease-store";
import type { LeaseStore } from "@network-access/service-runtime/lease-store";
import type { ItemIndexRebuild } from "../search-index/item-index-rebuild.ts";
import { createInMemoryItems } from "../uploads/in-memory-items.ts";
import { rebuildIndex } from "./rebuild-index.ts";

/** Rebuilds the index of an inventory without items. */
function rebuildEmpty(changed: { rebuild?: Partial<ItemIndexRebuild>; leases?: Partial<LeaseStore> }) {
  const { items, walk } = createInMemoryItems();
  const rebuild: ItemIndexRebuild = {
    begin: async () => "items-2",
    write: async () => new Map(),
    missing: async () => [],
    count: async () => 0,
    swap: async () => ["items-1"],
    renewFilters: async () => false,
    ...changed.rebuild,
  };
  const leases = { ...createInMemoryLeaseStore(), ...changed.leases };
  const needs = { walk, items, rebuild, leases, holder: "me", now: () => new Date(), progress: () => undefined };
  return rebuildIndex(needs, new AbortController().signal);
}
const fail = () => Promise.reject(new Error("no response within 30 s"));

test("a failed swap is reported without a claim about the index that searches use", async () => {
  expect(await rebuildEmpty({ rebuild: { swap: fail } })).toEqual({
    ok: false,
    problem: 'searches use either the old index or "items-2": no response within 30 s; start the rebuild again',
  });
});

test("a rebuild succeeds even if its lease can't be released", async () => {
  expect(await rebuildEmpty({ leases: { release: fail } })).toEqual({
    ok: true,
    rebuilt: { index: "items-2", removed: ["items-1"], items: 0, unsearchable: 0 },
  });
});

test("the cause of a failure is reported even if the lease can't be released", async () => {
  const begin = () => Promise.reject(new Error("there is no index"));
  await expect(rebuildEmpty({ rebuild: { begin }, leases: { release: fail } })).rejects.toThrow("there is no index");
});
