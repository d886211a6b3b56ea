import { currentRequest, takeMemory } from "@network-access/service-runtime/request-context";
import { createSemaphore } from "@network-access/service-runtime/semaphore";
import type { AddressListStore } from "../addresses/address-list-store.ts";
import type { ItemOutline } from "../items/item.ts";
import type { ItemStore } from "../items/item-store.ts";
import type { Group } from "./group.ts";
import type { GroupStore } from "./group-store.ts";

/**
 * The maximum number of concurrent reads. A read may return several megabytes, and they are counted as memory of the
 * request only after the read. The maximum is therefore low.
 */
const AT_ONCE = 8;
/**
 * The first query of a read requests this many entries. Each later query requests as many entries as are expected to
 * take `STEP_BYTES`, given the sizes in the previous query.
 */
const FIRST = 20;
const STEP_BYTES = 2 * 1_024 * 1_024;

interface Stores {
  readonly items: Pick<ItemStore, "read" | "readOutlines">;
  readonly groups: Pick<GroupStore, "list" | "findMany" | "findManyByUuid">;
  readonly addressLists: Pick<AddressListStore, "readByHash">;
}

/**
 * Wraps the stores so that large results are read in parts. Only a few parts are read concurrently in the whole
 * process. The size of each part is counted as memory of the request. Throws Refusal as soon as a request takes too
 * much memory.
 */
export function countedReading({ items, groups, addressLists }: Stores): Stores {
  const semaphore = createSemaphore(AT_ONCE);

  /**
   * Reads when the semaphore allows it. Throws instead of reading if the request was refused because of its memory, or
   * has ended.
   */
  const read = <Found>(work: () => Promise<Found>) =>
    semaphore(() => {
      takeMemory(0);
      return work();
    }, currentRequest()?.memory?.refused);

  /**
   * Reads a result part by part until `most` values were requested. The limit of each part depends on the sizes of the
   * values in the previous part.
   */
  async function inParts<Value>(
    most: number,
    sizeOf: (value: Value) => number,
    readPart: (from: number, limit: number) => Promise<Iterable<Value>>,
  ): Promise<void> {
    for (let from = 0, limit = FIRST; from < most; ) {
      const asked = Math.min(limit, most - from);
      let size = 0;
      let found = 0;
      for (const value of await read(() => readPart(from, asked))) {
        size += sizeOf(value);
        found += 1;
      }
      takeMemory(size);
      from += asked;
      limit = found === 0 ? limit : Math.max(1, Math.floor((STEP_BYTES * found) / size));
    }
  }

  function byId<Value>(
    find: (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
    sizeOf: (value: Value) => number,
  ): (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>> {
    return async (ids) => {
      const all = new Map<string, Value>();
      await inParts(ids.length, sizeOf, async (from, limit) => {
        const found = await find(ids.slice(from, from + limit));
        for (const [id, value] of found) all.set(id, value);
        return found.values();
      });
      return all;
    };
  }

  return {
    items: {
      read: byId(items.read, (item) => sizeOfItem(item) + COPIES * (item.attributes?.length ?? 0)),
      readOutlines: byId(items.readOutlines, sizeOfItem),
    },
    groups: {
      async list(after, most) {
        const listed: Group[] = [];
        await inParts(most, sizeOfGroup, async (from, limit) => {
          // `from` is the number of groups requested so far. If fewer groups were found, the previous page was the last
          // one, and nothing more is read.
          const page = from > listed.length ? [] : await groups.list(listed.at(-1)?.id ?? after, limit);
          listed.push(...page);
          return page;
        });
        return listed;
      },
      findMany: byId(groups.findMany, sizeOfGroup),
      findManyByUuid: byId(groups.findManyByUuid, sizeOfGroup),
    },
    // Each chunk is read in one query, because a chunk takes less memory than `STEP_BYTES`. The memory of the chunk is
    // not counted here, because `readGroupAddresses` counts the memory of the addresses that it returns.
    addressLists: { readByHash: (hash, chunk) => read(() => addressLists.readByHash(hash, chunk)) },
  };
}

/**
 * The estimated memory of an object without its texts, in bytes. The memory of the texts is counted twice, because
 * during a read each text is in memory twice.
 */
const OBJECT_BYTES = 512;
const COPIES = 2;

function sizeOfItem({ ips, tags }: ItemOutline): number {
  const texts = tags.reduce((sum, { key, value }) => sum + key.length + value.length, 20 * ips.length);
  return OBJECT_BYTES + COPIES * texts;
}

function sizeOfGroup({ filter }: Group): number {
  return OBJECT_BYTES + COPIES * JSON.stringify(filter).length;
}
