import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aBoundary } from "../../test/boundaries.ts";
import { createBoundarySnapshots } from "./boundary-snapshots.ts";
import type { BoundaryHead } from "./boundary-store.ts";
import { inMemoryBoundarySequence } from "./in-memory-boundary-sequence.ts";
import { inMemoryBoundaryStore } from "./in-memory-boundary-store.ts";

function aFixture(kept = 200) {
  const store = inMemoryBoundaryStore();
  const sequence = inMemoryBoundarySequence(kept);
  const fetched: string[][] = [];
  const comparisons: number[] = [];
  const snapshots = createBoundarySnapshots({
    sequence,
    boundaries: {
      async findHeads(ids) {
        fetched.push([...ids]);
        return store.findHeads(ids);
      },
      headVersions() {
        comparisons.push(1);
        return store.headVersions();
      },
    },
  });
  async function write(id: string, enforced = true) {
    const head = await store.head(id);
    const revision = (head?.kind === "boundary" ? head.boundary.revision : (head?.tombstone.revision ?? 0)) + 1;
    await store.replace({ kind: "boundary", boundary: aBoundary({ id, revision, enforced }) }, head);
  }
  async function remove(id: string) {
    const head = await store.head(id);
    if (head?.kind !== "boundary") return;
    const { uuid, revision } = head.boundary;
    const tombstone: BoundaryHead = { kind: "tombstone", tombstone: { id, uuid, revision } };
    await store.replace(tombstone, head);
  }
  const shown = async () => (await snapshots.current()).boundaries.map(({ id, revision }) => `${id}@${revision}`);
  return { snapshots, sequence, fetched, comparisons, write, remove, shown, store };
}

test("enforced boundaries only, by id; the same value while nothing changes", async () => {
  const { snapshots, sequence, write, shown } = aFixture();
  for (const id of ["b", "a"]) await write(id);
  await write("off", false);
  await sequence.raise("off");
  expect(await shown()).toEqual(["a@1", "b@1"]);
  expect(await snapshots.current()).toBe(await snapshots.current());
});

test("a change is seen by the next call and fetches that boundary alone", async () => {
  const { sequence, fetched, comparisons, write, remove, shown } = aFixture();
  for (const id of ["a", "b", "c"]) await write(id);
  await shown();
  fetched.length = 0;
  await write("b");
  await sequence.raise("b");
  expect(await shown()).toEqual(["a@1", "b@2", "c@1"]);
  await remove("a");
  await sequence.raise("a");
  expect(await shown()).toEqual(["b@2", "c@1"]);
  expect(fetched).toEqual([["b"], ["a"]]);
  expect(comparisons).toHaveLength(1);
});

test("a change that did not raise the sequence number is found by the full comparison", async () => {
  const { snapshots, write, shown } = aFixture();
  await write("a");
  await shown();
  await write("a");
  expect(await shown()).toEqual(["a@1"]);
  await snapshots.compareAll();
  expect(await shown()).toEqual(["a@2"]);
});

test("a cache that is further behind than changes are kept compares everything", async () => {
  const { sequence, comparisons, write, shown } = aFixture(2);
  await shown();
  for (const id of ["a", "b", "c"]) {
    await write(id);
    await sequence.raise(id);
  }
  expect(await shown()).toEqual(["a@1", "b@1", "c@1"]);
  expect(comparisons).toHaveLength(2);
});

test("concurrent calls share one load", async () => {
  const { sequence, fetched, write, shown } = aFixture();
  await shown();
  await write("a");
  await sequence.raise("a");
  fetched.length = 0;
  const all = await Promise.all(Array.from({ length: 20 }, shown));
  expect(all.every((ids) => ids.join() === "a@1")).toBe(true);
  expect(fetched).toHaveLength(1);
});

test("a load that fails is repeated by the next call", async () => {
  const { snapshots, store, sequence, write } = aFixture();
  await write("a");
  await sequence.raise("a");
  let away = true;
  const failing = createBoundarySnapshots({
    sequence,
    boundaries: {
      findHeads: store.findHeads,
      headVersions() {
        if (away) throw new Error("the store is away");
        return store.headVersions();
      },
    },
  });
  await expect(failing.current()).rejects.toThrow("the store is away");
  away = false;
  expect(await failing.current()).toEqual(await snapshots.current());
});

test("whatever the order of changes, the next snapshot has every acknowledged change", async () => {
  const ids = ["a", "b", "c"];
  const step = fc.record({
    id: fc.constantFrom(...ids),
    kind: fc.constantFrom("write", "off", "remove"),
    read: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), async (steps, kept) => {
      const { sequence, write, remove, shown, store } = aFixture(kept);
      for (const { id, kind, read } of steps) {
        await (kind === "remove" ? remove(id) : write(id, kind === "write"));
        await sequence.raise(id);
        if (!read) continue;
        const expected = (await store.findHeads(ids)).filter(({ enforced }) => enforced);
        expect(await shown()).toEqual(expected.map((boundary) => `${boundary.id}@${boundary.revision}`));
      }
    }),
  );
});
