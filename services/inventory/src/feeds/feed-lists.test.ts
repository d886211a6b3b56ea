import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { aFilledGroup } from "../../test/inventory-builders.ts";
import { createFeedLists } from "./feed-lists.ts";

/**
 * Returns a simulated store of these lists, with the lists' hashes as keys. The store counts reads. A test can delay
 * reads with `gate` and make them fail with `unavailable`.
 */
function aDatabase(lists: Readonly<Record<string, readonly string[]>>) {
  const store = {
    reads: 0,
    unavailable: false,
    gate: Promise.resolve(),
    async readPacked(hash: string) {
      store.reads += 1;
      await store.gate;
      if (store.unavailable) throw new Error("unavailable");
      const cidrs = lists[hash];
      return cidrs && [gzipSync(cidrs.join("\n"))];
    },
  };
  return store;
}
const aGroup = (hash: string, revision: number, uuid = "uuid-of-web") =>
  aFilledGroup({ uuid, revision, members: { hash, addressCount: 1, updatedAt: new Date(0) } });

describe("a list", () => {
  test("is read once for concurrent requests, and not again while it is unchanged", async () => {
    const store = aDatabase({ a: ["10.0.0.1/32"], b: ["10.0.0.2/32"] });
    const lists = createFeedLists({ addressLists: store, maxBytes: 100_000 });
    const group = aGroup("a", 1);
    const many = await Promise.all(Array.from({ length: 50 }, (_, n) => lists.current(group, "text", n % 2 === 0)));
    expect(store.reads).toBe(1);
    expect(new Set(many.map(({ body }) => body)).size).toBe(2);
    expect((await lists.current(group, "text", true)).body).toBe(many[0]?.body);
    expect(store.reads).toBe(1);
    expect((await lists.current(aGroup("b", 2), "text", false)).body.toString()).toBe("10.0.0.2\n");
    expect(store.reads).toBe(2);
  });

  test("comes packed with an ETag of its own", async () => {
    const lists = createFeedLists({ addressLists: aDatabase({ a: ["10.0.0.0/8"] }), maxBytes: 100_000 });
    const plain = await lists.current(aGroup("a", 1), "text", false);
    const packed = await lists.current(aGroup("a", 1), "text", true);
    expect([plain.isPacked, packed.isPacked]).toEqual([false, true]);
    expect(packed.etag).not.toBe(plain.etag);
    expect(gunzipSync(packed.body)).toEqual(plain.body);
  });

  test("that can't be read is an error each time, and the previous one stays", async () => {
    const store = aDatabase({ a: ["10.0.0.1/32"], b: ["10.0.0.2/32"] });
    const lists = createFeedLists({ addressLists: store, maxBytes: 100_000 });
    await lists.current(aGroup("a", 1), "text", false);
    store.unavailable = true;
    for (const packed of [false, true]) {
      await expect(lists.current(aGroup("b", 2), "text", packed)).rejects.toThrow("unavailable");
      expect(await lists.last("uuid-of-web", "text", packed)).toMatchObject({ revision: 1, isPacked: packed });
    }
    await expect(lists.current(aGroup("lost", 3), "text", false)).rejects.toThrow();
    store.unavailable = false;
    await expect(lists.current(aGroup("lost", 3), "text", false)).rejects.toThrow("is missing");
    expect((await lists.current(aGroup("b", 2), "text", false)).body.toString()).toBe("10.0.0.2\n");
    expect(await lists.last("uuid-of-web", "json", false)).toBeUndefined();
  });

  test("that is read late does not replace a newer one", async () => {
    const store = aDatabase({ a: ["10.0.0.1/32"], b: ["10.0.0.2/32"] });
    const lists = createFeedLists({ addressLists: store, maxBytes: 100_000 });
    const gate = Promise.withResolvers<void>();
    store.gate = gate.promise;
    const late = lists.current(aGroup("a", 1), "text", false);
    store.gate = Promise.resolve();
    await lists.current(aGroup("b", 2), "text", false);
    gate.resolve();
    expect((await late).revision).toBe(1);
    expect(await lists.last("uuid-of-web", "text", false)).toMatchObject({ revision: 2 });
  });

  test("that was requested longest ago is evicted when memory is full", async () => {
    const store = aDatabase({ a: ["10.0.0.1/32"] });
    const lists = createFeedLists({ addressLists: store, maxBytes: 2_500 });
    for (const uuid of ["one", "two", "three"]) await lists.current(aGroup("a", 1, uuid), "text", false);
    expect(await lists.last("one", "text", false)).toBeUndefined();
    expect(await lists.last("three", "text", false)).toBeDefined();
    await lists.current(aGroup("a", 1, "one"), "text", false);
    expect(store.reads).toBe(4);
  });
});
