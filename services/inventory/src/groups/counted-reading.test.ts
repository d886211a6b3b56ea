import { describe, expect, test } from "@jest/globals";
import { runInRequest } from "@network-access/service-runtime/request-context";
import { createRequestMemories } from "@network-access/service-runtime/request-memory";
import { aFilter, aStamp, aWrite } from "../../test/inventory-builders.ts";
import { createInMemoryAddressListStore } from "../addresses/in-memory-address-list-store.ts";
import type { ItemStore } from "../items/item-store.ts";
import { createInMemoryItems } from "../uploads/in-memory-items.ts";
import { countedReading } from "./counted-reading.ts";
import { createInMemoryGroupStore } from "./in-memory-group-store.ts";

const KIB = 1_024;
const MIB = KIB * KIB;

/**
 * Creates in-memory stores with `count` items and `count` groups. The attributes of each item and the filter of each
 * group contain a text of `characters` characters. `asked` records how many items each read requests. `most.atOnce` is
 * the highest number of concurrent reads of items.
 */
async function aDatabase(count: number, characters: number) {
  const { items } = createInMemoryItems();
  const groups = createInMemoryGroupStore();
  const writes = Array.from({ length: count }, (_, n) =>
    aWrite(`i-${n}`, { attributes: JSON.stringify("x".repeat(characters)) }),
  );
  await items.insert(writes, aStamp());
  const at = new Date(0);
  const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada", revision: 1, filterRevision: 1 };
  const filter = aFilter({ types: ["x".repeat(characters)] });
  const groupIds = Array.from({ length: count }, (_, n) => `g-${String(n).padStart(5, "0")}`);
  for (const id of groupIds)
    await groups.create({ ...stamps, id, uuid: id, name: id, description: null, filter }, undefined);
  const asked: number[] = [];
  let now = 0;
  const most = { atOnce: 0 };
  const watched: Pick<ItemStore, "read" | "readOutlines"> = {
    ...items,
    async read(ids) {
      asked.push(ids.length);
      now += 1;
      most.atOnce = Math.max(most.atOnce, now);
      const found = await items.read(ids);
      now -= 1;
      return found;
    },
  };
  const stores = { items: watched, groups, addressLists: createInMemoryAddressListStore() };
  return { counted: countedReading(stores), groups, asked, most, ids: writes.map(({ itemId }) => itemId), groupIds };
}

function inRequest<Result>(mostBytes: number, work: () => Promise<Result>) {
  const memory = createRequestMemories(mostBytes)();
  const context = { requestId: "r", traceparent: undefined, signal: new AbortController().signal, annotations: {} };
  return { memory, result: runInRequest({ ...context, memory }, work) };
}

describe("a read in parts", () => {
  test("gives the same result as one read", async () => {
    const { counted, groups, ids, groupIds } = await aDatabase(130, 10);
    expect([...(await counted.items.read(ids)).keys()]).toEqual(ids);
    expect([...(await counted.items.readOutlines([...ids, "nowhere"])).keys()]).toEqual(ids);
    expect(await counted.groups.findMany([...groupIds, "nowhere"])).toEqual(await groups.findMany(groupIds));
    expect(await counted.groups.findManyByUuid(groupIds)).toEqual(await groups.findManyByUuid(groupIds));
    for (const limit of [1, 20, 21, 129, 130, 131, 200])
      for (const after of [undefined, "g-00004", "g-00128", "g-00129"])
        expect(await counted.groups.list(after, limit)).toEqual(await groups.list(after, limit));
  });

  test("takes few parts for small values and many for large ones", async () => {
    const small = await aDatabase(1_000, 10);
    await small.counted.items.read(small.ids);
    expect(small.asked).toEqual([20, 980]);
    const large = await aDatabase(40, 200 * KIB);
    await large.counted.items.read(large.ids);
    expect(large.asked).toEqual([20, 5, 5, 5, 5]);
  });

  test("has few concurrent parts in the whole process", async () => {
    const { counted, most, ids } = await aDatabase(200, 10);
    await Promise.all(ids.map((id) => counted.items.read([id])));
    expect(most.atOnce).toBe(8);
  });
});

describe("for a request", () => {
  test("reads are counted, and refused when they take too much, before the rest is read", async () => {
    const { counted, asked, ids } = await aDatabase(100, 200 * KIB);
    const { memory, result } = inRequest(8 * MIB, () => counted.items.read(ids));
    await expect(result).rejects.toThrow(/more memory than one request may/);
    expect([memory.refusal?.problem.code, asked]).toEqual(["BAD_USER_INPUT", [20]]);
  });

  test("long filters count, too", async () => {
    const { counted } = await aDatabase(100, 100 * KIB);
    await expect(inRequest(4 * MIB, () => counted.groups.list(undefined, 100)).result).rejects.toThrow(/ask for less/);
  });

  test("nothing more is read after the request was aborted", async () => {
    const { counted, asked, ids } = await aDatabase(1, 10);
    const { memory, result } = inRequest(MIB, async () => {
      await Promise.resolve();
      return Promise.allSettled([counted.items.read(ids), counted.addressLists.readByHash("hash", 0)]);
    });
    memory.release();
    expect(await result).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    expect(asked).toEqual([]);
  });
});
