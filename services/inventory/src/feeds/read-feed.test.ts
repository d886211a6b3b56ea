import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { aFeedToken, aFilledGroup } from "../../test/inventory-builders.ts";
import type { FedGroup } from "./fed-group.ts";
import { createFeedLists } from "./feed-lists.ts";
import { type FeedOptions, readFeed } from "./read-feed.ts";

const contents: Readonly<Record<string, readonly string[]>> = {
  one: ["10.0.0.1/32"],
  three: ["10.0.0.1/32", "10.0.0.4/32", "10.0.0.6/32"],
};

/**
 * Creates a fake database, which fails while `state.unavailable` is true. `state` counts the reads and the reported
 * failures.
 */
function aDatabase() {
  const state = { unavailable: false, reads: 0, failures: 0 };
  const readPacked = async (hash: string) => {
    state.reads += 1;
    if (state.unavailable) throw new Error("unavailable");
    return [gzipSync((contents[hash] ?? []).join("\n"))];
  };
  const lists = createFeedLists({ addressLists: { readPacked }, maxBytes: 100_000 });
  const failed = () => {
    state.failures += 1;
  };
  const read = (group: FedGroup, options: Partial<FeedOptions> = {}, fromCache = false) => {
    const admitted = { token: aFeedToken("t"), group, fromCache };
    return readFeed({ lists, failed }, admitted, { ...asText, ...options });
  };
  return { state, read };
}
const asText: FeedOptions = { format: "text", packed: false, max: null, holds: () => false };
const aGroup = (hash: "one" | "three", revision: number, more: Partial<FedGroup> = {}): FedGroup => ({
  ...aFilledGroup({ revision }),
  members: { hash, addressCount: contents[hash]?.length ?? 0, updatedAt: new Date(0) },
  ...more,
});
const textOf = (answer: Awaited<ReturnType<typeof readFeed>>) =>
  answer.kind === "list" ? answer.list.body.toString() : answer.kind;

describe("a feed", () => {
  test("that the consumer has already is not read", async () => {
    const { state, read } = aDatabase();
    const seen: string[] = [];
    const holds = (etag: string) => seen.push(etag) > 0;
    expect(await read(aGroup("three", 4), { holds })).toEqual({
      kind: "unchanged",
      etag: seen[0],
      revision: 4,
      stale: false,
    });
    expect(state.reads).toBe(0);
  });

  test("before the first filling is not ready, never empty", async () => {
    const { read } = aDatabase();
    expect(await read(aGroup("one", 0, { members: null, ready: false }))).toEqual({ kind: "not-ready" });
  });

  test("while a changed filter is being filled is the previous list, marked as stale", async () => {
    const { read } = aDatabase();
    const answer = await read(aGroup("one", 1, { ready: false }));
    expect(answer).toMatchObject({ kind: "list", revision: 1, stale: true });
    expect(textOf(answer)).toBe("10.0.0.1\n");
  });

  test("that is longer than its consumer can take is refused, whether it has the list or not", async () => {
    const { read } = aDatabase();
    for (const holds of [() => true, () => false])
      expect(await read(aGroup("three", 1), { max: 2, holds })).toEqual({ kind: "too-long", addressCount: 3, max: 2 });
    expect(textOf(await read(aGroup("three", 1), { max: 3 }))).toHaveLength(27);
  });

  test("whose addresses can't be read is the list that was last sent, under its own ETag and revision", async () => {
    const { state, read } = aDatabase();
    const before = await read(aGroup("three", 1));
    state.unavailable = true;
    const after = await read(aGroup("one", 2));
    expect(after).toEqual({ ...before, stale: true });
    expect(state.failures).toBe(1);
    const etag = before.kind === "list" ? before.etag : "";
    const holds = (one: string) => one === etag;
    expect(await read(aGroup("one", 2), { holds })).toEqual({ kind: "unchanged", etag, revision: 1, stale: true });
    expect(await read(aGroup("one", 2), { max: 2 })).toEqual({ kind: "too-long", addressCount: 3, max: 2 });
    expect(await read(aGroup("one", 2), { format: "csv" })).toEqual({ kind: "database-away" });
    state.unavailable = false;
    expect(await read(aGroup("one", 2))).toMatchObject({ kind: "list", revision: 2, stale: false });
  });

  test("of a consumer admitted from the cache is served without a read of the database", async () => {
    const { state, read } = aDatabase();
    await read(aGroup("one", 1));
    expect(state.reads).toBe(1);
    expect(await read(aGroup("one", 1), {}, true)).toMatchObject({ kind: "list", revision: 1, stale: true });
    expect(await read(aGroup("one", 1, { uuid: "another" }), {}, true)).toEqual({ kind: "database-away" });
    expect(state.reads).toBe(1);
  });
});
