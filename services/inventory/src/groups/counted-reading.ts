import { currentRequest, takeMemory } from "@network-access/service-runtime/request-context";
import { createSemaphore } from "@network-access/service-runtime/semaphore";
import type { AddressListStore } from "../addresses/address-list-store.ts";
import type { ItemOutline } from "../items/item.ts";
import type { ItemStore } from "../items/item-store.ts";
import type { Group } from "./group.ts";
import type { GroupStore } from "./group-store.ts";

/**
 * The limit of concurrent reads. The limit is low, because a read may return several megabytes, which are counted as
 * memory of the request only after the read.
 */
const AT_ONCE = 8;
/**
 * The number of entries in the first part of a result. In later parts, the number is chosen so that a part is expected
 * to have `STEP_BYTES`.
 */
const FIRST = 20;
const STEP_BYTES = 2 * 1_024 * 1_024;

interface Stores {
  readonly items: Pick<ItemStore, "read" | "readOutlines">;
  readonly groups: Pick<GroupStore, "list" | "findMany" | "findManyByUuid">;
  readonly addressLists: Pick<AddressListStore, "readByHash">;
}

/**
 * Wraps the stores for requests of any size. Large results are read in parts, and their size is counted as memory of
 * the request. The process reads only a few parts concurrently. Throws Refusal as soon as a request takes too much
 * memory.
 */
export function countedReading({ items, groups, addressLists }: Stores): Stores {
  const semaphore = createSemaphore(AT_ONCE);

  /** Skips the read if the request was refused or aborted. */
  const read = <Found>(work: () => Promise<Found>) =>
    semaphore(() => {
      takeMemory(0);
      return work();
    }, currentRequest()?.memory?.refused);

  /** Calls `readPart` with growing offsets and adapted limits until `most` values were requested. */
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
          // The previous page was shorter than its limit, so it was the last.
          const page = from > listed.length ? [] : await groups.list(listed.at(-1)?.id ?? after, limit);
          listed.push(...page);
          return page;
        });
        return listed;
      },
      findMany: byId(groups.findMany, sizeOfGroup),
      findManyByUuid: byId(groups.findManyByUuid, sizeOfGroup),
    },
    // Chunks are not divided, because a chunk is no larger than a part. They are not counted here either, because the
    // caller counts the entries that it returns from a chunk.
    addressLists: { readByHash: (hash, chunk) => read(() => addressLists.readByHash(hash, chunk)) },
  };
}

/**
 * An estimate of the memory of an object without its texts. The texts are counted twice, because during a read they are
 * in memory twice.
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
