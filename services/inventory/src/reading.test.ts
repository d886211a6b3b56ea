import { expect, test } from "@jest/globals";
import { MAX_REFERENCES_PER_CALL } from "@network-access/service-contracts/address-resolution";
import fc from "fast-check";
import { aFilter, aStamp, aWrite } from "../test/inventory-builders.ts";
import { CHUNK_SIZE } from "./addresses/address-list-store.ts";
import { createInMemoryAddressListStore } from "./addresses/in-memory-address-list-store.ts";
import type { Group } from "./groups/group.ts";
import { readGroupAddresses } from "./groups/read-group-addresses.ts";
import { resolveAddresses } from "./groups/resolve-addresses.ts";
import { parseMacAddress } from "./schemas/mac-address.ts";
import { createInMemoryItems } from "./uploads/in-memory-items.ts";

const at = new Date("2026-01-01T00:00:00Z");

function aGroup(more: Partial<Group> = {}): Group {
  const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada", deletedAt: null };
  const counters = { wanted: 1, computed: 1, membersRevision: 1, filledRevision: 1, heldSequence: 0 };
  const members = { hash: "h", addressCount: 0, memberCount: 0, filterRevision: 1, updatedAt: at };
  return {
    id: "g",
    uuid: "u",
    revision: 1,
    name: "g",
    description: null,
    filter: aFilter(),
    filterRevision: 1,
    members,
    held: null,
    ...stamps,
    ...counters,
    ...more,
  };
}

test("the pages of a group's addresses give the list, for any page size", async () => {
  const cidrs = Array.from({ length: CHUNK_SIZE + 777 }, (_, n) => `n${n}`);
  const addressLists = createInMemoryAddressListStore();
  await addressLists.write("u", 1, "h", [cidrs.slice(0, 10_000), cidrs.slice(10_000)]);
  const sizes = fc.oneof(fc.integer({ min: 400, max: 10_000 }), fc.constantFrom(777, 5_000, 10_000));
  await fc.assert(
    fc.asyncProperty(sizes, async (limit) => {
      const walked: string[] = [];
      let nextPageKey: string | null = null;
      do {
        const result = await readGroupAddresses({ addressLists }, aGroup(), { nextPageKey, limit });
        if (!result.ok) throw new Error(JSON.stringify(result.failure));
        expect(result.page.nextPageKey === null || result.page.items.length === limit).toBe(true);
        walked.push(...result.page.items);
        nextPageKey = result.page.nextPageKey;
      } while (nextPageKey !== null);
      expect(walked).toEqual(cidrs);
    }),
    { numRuns: 30 },
  );
});

test("an iteration stays in its list when the members change, and is refused when that list is deleted", async () => {
  const addressLists = createInMemoryAddressListStore();
  await addressLists.write("u", 1, "old", [["a", "b"]]);
  await addressLists.write("u", 2, "new", [["x"]]);
  const members = { hash: "old", addressCount: 2, memberCount: 2, filterRevision: 1, updatedAt: at };
  const first = await readGroupAddresses({ addressLists }, aGroup({ members }), { nextPageKey: null, limit: 1 });
  const nextPageKey = first.ok ? first.page.nextPageKey : null;
  const changed = aGroup({ members: { ...members, hash: "new" }, membersRevision: 2 });
  expect(await readGroupAddresses({ addressLists }, changed, { nextPageKey, limit: 1 })).toMatchObject({
    ok: true,
    page: { items: ["b"] },
  });
  await addressLists.dropUpTo("u", 1);
  const failure = {
    kind: "invalid-input",
    fields: [{ path: "nextPageKey", message: expect.stringContaining("first page again") }],
  };
  expect(await readGroupAddresses({ addressLists }, changed, { nextPageKey, limit: 1 })).toEqual({
    ok: false,
    failure,
  });
  const foreign = await readGroupAddresses({ addressLists }, aGroup({ uuid: "other" }), { nextPageKey, limit: 1 });
  expect(foreign).toMatchObject({ ok: false, failure: { fields: [{ path: "nextPageKey" }] } });
  for (const limit of [0, 10_001])
    expect(await readGroupAddresses({ addressLists }, changed, { nextPageKey: null, limit })).toMatchObject({
      ok: false,
      failure: { fields: [{ path: "limit" }] },
    });
});

test("every reference is resolved in the given order, each with its own outcome", async () => {
  const { items } = createInMemoryItems();
  const write = aWrite("i", { ips: ["10.0.0.1", "10.0.0.0"] });
  await items.insert([write, aWrite("empty")], aStamp());
  const groups = {
    findMany: async () =>
      new Map([
        ["ready", aGroup()],
        ["edited", aGroup({ filterRevision: 2 })],
        ["new", aGroup({ members: null })],
      ]),
  };
  const itemKeys = [aWrite("unknown").content.key, write.content.key, aWrite("empty").content.key];
  const answer = await resolveAddresses(
    { groups, items, failed: () => undefined },
    { groupIds: ["new", "ready", "edited", "none"], itemKeys },
  );
  expect(answer.groups.map(({ groupId, outcome }) => [groupId, outcome])).toEqual([
    ["new", "not-ready"],
    ["ready", "resolved"],
    ["edited", "not-ready"],
    ["none", "unknown"],
  ]);
  expect(answer.items).toMatchObject([
    { outcome: "unknown" },
    { outcome: "resolved", revision: 1, addresses: ["10.0.0.0/31"], addressCount: 1, hash: write.addressesHash },
    { outcome: "resolved", addresses: [], addressCount: 0 },
  ]);
  expect(MAX_REFERENCES_PER_CALL).toBe(1_000);
});

test("a failed lookup gives `failed`, never unknown or empty, and does not affect the rest", async () => {
  const { items } = createInMemoryItems();
  const causes: unknown[] = [];
  const failed = (error: unknown) => void causes.push(error);
  const groups = { findMany: () => Promise.reject(new Error("unavailable")) };
  const answer = await resolveAddresses(
    { groups, items, failed },
    { groupIds: ["g"], itemKeys: [aWrite("i").content.key] },
  );
  expect(answer.groups).toEqual([{ groupId: "g", outcome: "failed" }]);
  expect(answer.items).toMatchObject([{ outcome: "unknown" }]);
  const broken = { readOutlines: () => Promise.reject(new Error("unavailable")) };
  const other = await resolveAddresses(
    { groups, items: broken, failed },
    { groupIds: [], itemKeys: [aWrite("i").content.key] },
  );
  expect(other.items).toMatchObject([{ outcome: "failed" }]);
  expect(causes).toHaveLength(2);
});

test("a hardware address is parsed in every common notation", () => {
  for (const text of ["00:1A:2b:3C:4d:5E", "00-1a-2b-3c-4d-5e", "001a.2b3c.4d5e", "001a2b-3c4d5e", "001A2B3C4D5E"])
    expect(parseMacAddress(text)).toBe("00:1a:2b:3c:4d:5e");
  expect(parseMacAddress("001a.2b3c.4d5e.6f70")).toBe("00:1a:2b:3c:4d:5e:6f:70");
  for (const text of ["", "00:1a:2b:3c:4d", "00:1a-2b:3c:4d:5e", "00:1a:2b:3c:4d:5g", "00:1a:2b:3c:4d:5e:6f"])
    expect(parseMacAddress(text)).toBeUndefined();
});
