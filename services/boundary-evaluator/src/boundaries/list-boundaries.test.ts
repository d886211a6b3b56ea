import { expect, test } from "@jest/globals";
import { aBoundary } from "../../test/boundaries.ts";
import type { BoundaryStore } from "./boundary-store.ts";
import { inMemoryBoundaryStore } from "./in-memory-boundary-store.ts";
import { listBoundaries } from "./list-boundaries.ts";

async function holding(ids: readonly string[]): Promise<BoundaryStore> {
  const boundaries = inMemoryBoundaryStore();
  for (const id of ids) await boundaries.replace({ kind: "boundary", boundary: aBoundary({ id }) }, null);
  return boundaries;
}

async function pages(boundaries: BoundaryStore, limit: number, between?: () => Promise<unknown>): Promise<string[][]> {
  const found: string[][] = [];
  let nextPageKey: string | null = null;
  do {
    const listed = await listBoundaries({ boundaries }, { nextPageKey, limit });
    if (!listed.ok) throw new Error("a page was refused");
    found.push(listed.page.items.map(({ id }) => id));
    nextPageKey = listed.page.nextPageKey;
    await between?.();
  } while (nextPageKey !== null);
  return found;
}

test("pages are ordered by id and code point, and the last key is null", async () => {
  const boundaries = await holding(["b", "a", "\u{1F600}", "\uFF5E", "B"]);
  expect(await pages(boundaries, 2)).toEqual([["B", "a"], ["b", "\uFF5E"], ["\u{1F600}"]]);
  expect(await pages(boundaries, 5)).toHaveLength(1);
});

test("a boundary saved between pages repeats or hides no other", async () => {
  const boundaries = await holding(["b", "d", "f"]);
  let n = 0;
  const found = await pages(boundaries, 1, () =>
    boundaries.replace({ kind: "boundary", boundary: aBoundary({ id: `a${n++}` }) }, null),
  );
  expect(found.flat()).toEqual(["b", "d", "f"]);
});

test.each([
  ["a limit of 0", { limit: 0, nextPageKey: null }, "limit"],
  ["a limit of 201", { limit: 201, nextPageKey: null }, "limit"],
  ["a foreign key", { limit: null, nextPageKey: "abc" }, "nextPageKey"],
])("%s is refused", async (_, asked, path) => {
  const listed = await listBoundaries({ boundaries: await holding([]) }, asked);
  expect(listed).toMatchObject({ ok: false, failure: { kind: "invalid-input", fields: [{ path }] } });
});
