import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { Binary, type Db } from "mongodb";
import type { AddressListStore } from "./address-list-store.ts";

interface ChunkDocument {
  _id: string;
  groupUuid: string;
  revision: number;
  hash: string;
  chunk: number;
  last: boolean;
  /** The CIDRs, one on each line, compressed with gzip. */
  cidrs: Binary;
}

/** The number of chunks that are read and inserted at a time. They have at most a few megabytes together. */
const COPIED_AT_ONCE = 20;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

function chunksOf(database: Db) {
  return database.collection<ChunkDocument>(ADDRESS_LIST_INDEXES.collection);
}

export const ADDRESS_LIST_INDEXES: CollectionIndexes = {
  collection: "address-list-chunks",
  indexes: [
    { key: { hash: 1, chunk: 1 }, name: "hash" },
    { key: { groupUuid: 1, revision: 1 }, name: "group" },
  ],
};

export function createMongoAddressListStore(database: Db): AddressListStore {
  const chunks = chunksOf(database);

  /**
   * Returns up to `count` consecutive chunks of a list, starting with chunk `from`. Returns fewer chunks if the list
   * ends earlier. Returns undefined if a chunk of the list isn't stored, or if the list has no chunk `from`.
   */
  async function readChunks(hash: string, from: number, count: number): Promise<readonly ChunkDocument[] | undefined> {
    const first = await chunks.findOne({ hash, chunk: from });
    if (!first) return undefined;
    const { groupUuid, revision } = first;
    const ids = Array.from({ length: count - 1 }, (_, n) => idOf(groupUuid, revision, hash, from + 1 + n));
    const rest = first.last || count === 1 ? [] : await chunks.find({ _id: { $in: ids } }).toArray();
    const ofThisCopy = new Map(rest.map((document) => [document.chunk, document]));
    const found: ChunkDocument[] = [first];
    for (let chunk = from + 1; found.length < count && !found.at(-1)?.last; chunk += 1) {
      // Several groups may have a copy of the same list. The copy with the first chunk may be incomplete, because it is
      // being written or deleted. A chunk that is missing in this copy is therefore read from any copy.
      const next = ofThisCopy.get(chunk) ?? (await chunks.findOne({ hash, chunk }));
      if (!next) return undefined;
      found.push(next);
    }
    return found;
  }

  return {
    async write(groupUuid, revision, hash, pages) {
      const insert = async (cidrs: readonly string[], chunk: number, last: boolean) => {
        const _id = idOf(groupUuid, revision, hash, chunk);
        const packed = new Binary(await pack(cidrs.join("\n")));
        await chunks.insertOne({ _id, groupUuid, revision, hash, chunk, last, cidrs: packed }).catch(ignoreDuplicate);
      };
      let chunk = 0;
      let page: readonly string[] | undefined;
      for await (const next of pages) {
        if (page) {
          await insert(page, chunk, false);
          chunk += 1;
        }
        page = next;
      }
      await insert(page ?? [], chunk, true);
    },
    async readByHash(hash, chunk) {
      const found = await chunks.findOne({ hash, chunk });
      if (!found) return undefined;
      const text = (await unpack(found.cidrs.buffer)).toString();
      return { cidrs: text === "" ? [] : text.split("\n"), last: found.last };
    },
    async readPacked(hash, from, count) {
      return (await readChunks(hash, from, count))?.map(({ cidrs }) => cidrs.buffer);
    },
    async copy(hash, groupUuid, revision) {
      for (let from = 0; ; from += COPIED_AT_ONCE) {
        const found = await readChunks(hash, from, COPIED_AT_ONCE);
        if (!found) return false;
        const copies = found.map((document) => ({
          ...document,
          _id: idOf(groupUuid, revision, hash, document.chunk),
          groupUuid,
          revision,
        }));
        await chunks.insertMany(copies, { ordered: false }).catch(async () => {
          // Some of the chunks may exist already.
          for (const copy of copies) await chunks.insertOne(copy).catch(ignoreDuplicate);
        });
        if (found.at(-1)?.last) return true;
      }
    },
    async dropUpTo(groupUuid, revision) {
      await chunks.deleteMany({ groupUuid, revision: { $lte: revision } });
    },
  };
}

/**
 * Returns the `_id` of a chunk. Two computations for the same revision may write different lists at the same time. The
 * `_id` contains the hash of the list, so the chunks of these lists are never mixed.
 */
function idOf(groupUuid: string, revision: number, hash: string, chunk: number): string {
  return `${groupUuid}:${revision}:${hash}:${chunk}`;
}

function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
