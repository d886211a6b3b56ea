import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import { Binary, type Db } from "mongodb";
import type { AddressListStore } from "../address-list-store.ts";

interface ChunkDocument {
  _id: string;
  groupUuid: string;
  revision: number;
  hash: string;
  chunk: number;
  last: boolean;
  /** CIDRs, one per line, packed with gzip. */
  cidrs: Binary;
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);

function chunksOf(database: Db) {
  return database.collection<ChunkDocument>("address-list-chunks");
}

/** Makes the indexes of chunks; does nothing where they are. */
export async function prepareAddressLists(database: Db): Promise<void> {
  await chunksOf(database).createIndexes([
    { key: { hash: 1, chunk: 1 }, name: "hash" },
    { key: { groupUuid: 1, revision: 1 }, name: "group" },
  ]);
}

export function createMongoAddressListStore(database: Db): AddressListStore {
  const chunks = chunksOf(database);
  return {
    async write(groupUuid, revision, hash, pages) {
      const insert = async (cidrs: readonly string[], chunk: number, last: boolean) => {
        // The hash is part of the identity: two computations that raced for one revision never mix their chunks.
        const _id = `${groupUuid}:${revision}:${hash}:${chunk}`;
        const packed = new Binary(await pack(cidrs.join("\n")));
        await chunks.insertOne({ _id, groupUuid, revision, hash, chunk, last, cidrs: packed }).catch(forgiveDuplicate);
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
    async dropUpTo(groupUuid, revision) {
      await chunks.deleteMany({ groupUuid, revision: { $lte: revision } });
    },
  };
}

function forgiveDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
