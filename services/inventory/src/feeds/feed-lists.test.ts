import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { aFilledGroup } from "../../test/inventory-builders.ts";
import { createFeedLists } from "./feed-lists.ts";

/** Lists by their hash, which count how often they are read, and which a test can hold up or take away. */
function aRecord(lists: Readonly<Record<string, readonly string[]>>) {
  const record = {
    reads: 0,
    away: false,
    gate: Promise.resolve(),
    async readPacked(hash: string) {
      record.reads += 1;
      await record.gate;
      if (record.away) throw new Error("away");
      const cidrs = lists[hash];
      return cidrs && [gzipSync(cidrs.join("\n"))];
    },
  };
  return record;
}
const aGroup = (hash: string, revision: number, uuid = "uuid-of-web") =>
  aFilledGroup({ uuid, revision, members: { hash, addressCount: 1, updatedAt: new Date(0) } });

describe("a list", () => {
  test("that many ask for at once is read once, and not again while it is the same", async () => {
    const record = aRecord({ a: ["10.0.0.1/32"], b: ["10.0.0.2/32"] });
    const lists = createFeedLists({ addressLists: record, maxBytes: 100_000 });
    const group = aGroup("a", 1);
    const many = await Promise.all(Array.from({ length: 50 }, (_, n) => lists.current(group, "text", n % 2 === 0)));
    expect(record.reads).toBe(1);
    expect(new Set(many.map(({ body }) => body)).size).toBe(2);
    expect((await lists.current(group, "text", true)).body).toBe(many[0]?.body);
    expect(record.reads).toBe(1);
    expect((await lists.current(aGroup("b", 2), "text", false)).body.toString()).toBe("10.0.0.2\n");
    expect(record.reads).toBe(2);
  });

  test("comes packed with an ETag of its own", async () => {
    const lists = createFeedLists({ addressLists: aRecord({ a: ["10.0.0.0/8"] }), maxBytes: 100_000 });
    const plain = await lists.current(aGroup("a", 1), "text", false);
    const packed = await lists.current(aGroup("a", 1), "text", true);
    expect([plain.isPacked, packed.isPacked]).toEqual([false, true]);
    expect(packed.etag).not.toBe(plain.etag);
    expect(gunzipSync(packed.body)).toEqual(plain.body);
  });

  test("that can't be read is an error each time, and the one before it stays", async () => {
    const record = aRecord({ a: ["10.0.0.1/32"], b: ["10.0.0.2/32"] });
    const lists = createFeedLists({ addressLists: record, maxBytes: 100_000 });
    await lists.current(aGroup("a", 1), "text", false);
    record.away = true;
    for (const packed of [false, true]) {
      await expect(lists.current(aGroup("b", 2), "text", packed)).rejects.toThrow("away");
      expect(await lists.last("uuid-of-web", "text", packed)).toMatchObject({ revision: 1, isPacked: packed });
    }
    await expect(lists.current(aGroup("lost", 3), "text", false)).rejects.toThrow();
    record.away = false;
    await expect(lists.current(aGroup("lost", 3), "text", false)).rejects.toThrow("not kept");
    expect((await lists.current(aGroup("b", 2), "text", false)).body.toString()).toBe("10.0.0.2\n");
    expect(await lists.last("uuid-of-web", "json", false)).toBeUndefined();
  });

  test("that is read late does not stand in for a newer one", async () => {
    const record = aRecord({ a: ["10.0.0.1/32"], b: ["10.0.0.2/32"] });
    const lists = createFeedLists({ addressLists: record, maxBytes: 100_000 });
    const gate = Promise.withResolvers<void>();
    record.gate = gate.promise;
    const late = lists.current(aGroup("a", 1), "text", false);
    record.gate = Promise.resolve();
    await lists.current(aGroup("b", 2), "text", false);
    gate.resolve();
    expect((await late).revision).toBe(1);
    expect(await lists.last("uuid-of-web", "text", false)).toMatchObject({ revision: 2 });
  });

  test("that was asked for longest ago is forgotten when memory is full", async () => {
    const record = aRecord({ a: ["10.0.0.1/32"] });
    const lists = createFeedLists({ addressLists: record, maxBytes: 2_500 });
    for (const uuid of ["one", "two", "three"]) await lists.current(aGroup("a", 1, uuid), "text", false);
    expect(await lists.last("one", "text", false)).toBeUndefined();
    expect(await lists.last("three", "text", false)).toBeDefined();
    await lists.current(aGroup("a", 1, "one"), "text", false);
    expect(record.reads).toBe(4);
  });
});
