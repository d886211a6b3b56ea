import { describe, expect, test } from "@jest/globals";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import fc from "fast-check";
import { aFilledGroup } from "../../test/inventory-builders.ts";
import { addressListOf } from "../addresses/address-list.ts";
import { CHUNK_SIZE } from "../addresses/address-list-store.ts";
import { createInMemoryAddressListStore } from "../addresses/in-memory-address-list-store.ts";
import type { FilledGroup } from "./fed-group.ts";
import { createFeedLists } from "./feed-lists.ts";
import { type FeedFormat, feedFormats } from "./render-feed.ts";

/** Returns the list of a group with the addresses `texts`, the text of the list, and the CIDRs. */
async function written(format: FeedFormat, texts: readonly string[], about: Partial<FilledGroup> = {}) {
  const { cidrs, hash } = addressListOf(texts);
  const addressLists = createInMemoryAddressListStore();
  const pages = Array.from({ length: Math.max(1, Math.ceil(cidrs.length / CHUNK_SIZE)) }, (_, n) =>
    cidrs.slice(n * CHUNK_SIZE, (n + 1) * CHUNK_SIZE),
  );
  await addressLists.write("uuid-of-web", 1, hash, pages);
  const members = { hash, addressCount: cidrs.length, updatedAt: new Date("2026-01-01T00:00:00.123Z") };
  const lists = createFeedLists({ addressLists, maxBytes: 100_000_000 });
  const list = await lists.current(aFilledGroup({ members, ...about }), format, false);
  return { ...list, text: list.body.toString(), cidrs };
}

const ipv4 = fc.ipV4();
const ipv6 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
  .map((groups) => [0x2001, ...groups.slice(1)].map((group) => group.toString(16)).join(":"));
const cidr = fc.oneof(
  ipv4,
  ipv6,
  ipv4.map((address) => `${address.split(".").slice(0, 2).join(".")}.0.0/16`),
  ipv6.map((address) => `${address.split(":").slice(0, 2).join(":")}::/32`),
);
const some = fc.array(cidr, { maxLength: 12 });

/** Parses each format as a firewall does. */
const entriesOf: { readonly [Format in FeedFormat]: (text: string) => readonly string[] } = {
  text: (text) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#")),
  csv: (text) => {
    const [head, ...rows] = text.trimEnd().split("\n");
    expect(head).toBe("address,family");
    return rows.map((row) => {
      const [address = "", family] = row.split(",");
      if (family !== (address.includes(":") ? "6" : "4")) throw new Error(`${row} is of another family`);
      return address;
    });
  },
  json: (text) => JSON.parse(text).addresses,
  checkpoint: (text) => JSON.parse(text).objects[0].ranges,
};

describe.each(feedFormats.map((format) => ({ format })))("a list as $format", ({ format }) => {
  test("contains exactly the addresses, each once, in order, and single hosts without prefix", async () => {
    await fc.assert(
      fc.asyncProperty(some, async (texts) => {
        const { text, cidrs } = await written(format, texts);
        const entries = entriesOf[format](text);
        expect(addressSetOfTexts(entries)).toEqual(addressSetOfTexts(texts));
        const prefixed = (entry: string) =>
          entry.includes("/") ? entry : `${entry}/${entry.includes(":") ? 128 : 32}`;
        expect(entries.map(prefixed)).toEqual(cidrs);
        expect(entries.filter((entry) => /\.\d+\/32$|\/128$/.test(entry))).toEqual([]);
      }),
    );
  });

  test.each([1, 11])("continues correctly from chunk to chunk: %i chunks and a part", async (chunks) => {
    const count = chunks * CHUNK_SIZE + 3;
    const texts = Array.from({ length: count }, (_, n) => `10.${n >> 15}.${(n >> 7) & 255}.${(n * 2) & 255}`);
    const { text } = await written(format, texts);
    expect(entriesOf[format](text).join(" ") === texts.join(" ")).toBe(true);
  });

  test("is never empty, and ends its last line", async () => {
    const { text } = await written(format, []);
    expect(text).toMatch(/[^\n]\n$/);
    expect((await written(format, ["10.0.0.1"])).text).toMatch(/[^\n]\n$/);
  });

  test("has the same ETag exactly when it has the same bytes", async () => {
    const about = fc.record({
      id: fc.constantFrom("web", 'a"b', "münchen"),
      uuid: fc.constantFrom("uuid-1", "uuid-2"),
      revision: fc.constantFrom(1, 2),
    });
    const few = fc.subarray(["10.0.0.1", "10.0.0.0/30", "2001:db8::/32"]);
    await fc.assert(
      fc.asyncProperty(few, about, few, about, async (texts, one, otherTexts, other) => {
        const [first, second] = [await written(format, texts, one), await written(format, otherTexts, other)];
        expect(first.etag === second.etag).toBe(first.text === second.text);
        expect(first.etag).toMatch(/^"[\w-]+"$/);
      }),
    );
  });
});

test("an empty list as text is a comment line", async () => {
  expect((await written("text", [])).text).toMatch(/^# [^\n]+\n$/);
});

test("json and checkpoint have their documented members", async () => {
  const about = { id: 'a"b', uuid: "4f6d2c1e-8f3b-4a57-9c61-2f9d2b8e1a77", revision: 7 };
  expect(JSON.parse((await written("json", ["10.0.0.1"], about)).text)).toEqual({
    groupId: 'a"b',
    revision: 7,
    updatedAt: "2026-01-01T00:00:00.123Z",
    addresses: ["10.0.0.1"],
  });
  expect(JSON.parse((await written("checkpoint", ["10.0.0.0/30"], about)).text)).toEqual({
    version: "1.0",
    description: expect.any(String),
    objects: [{ name: 'a"b', id: about.uuid, description: expect.any(String), ranges: ["10.0.0.0/30"] }],
  });
});
