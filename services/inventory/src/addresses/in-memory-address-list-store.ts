import { gzipSync } from "node:zlib";
import { type AddressListStore, CHUNK_SIZE } from "./address-list-store.ts";

/** Lists of addresses in memory. */
export function createInMemoryAddressListStore(): AddressListStore {
  const lists = new Map<string, { groupUuid: string; revision: number; hash: string; cidrs: readonly string[] }>();
  return {
    async write(groupUuid, revision, hash, pages) {
      const cidrs: string[] = [];
      for await (const page of pages) cidrs.push(...page);
      lists.set(`${groupUuid}:${revision}:${hash}`, { groupUuid, revision, hash, cidrs });
    },
    async readByHash(hash, chunk) {
      const list = [...lists.values()].find((candidate) => candidate.hash === hash);
      const from = chunk * CHUNK_SIZE;
      if (!list || (chunk > 0 && from >= list.cidrs.length)) return undefined;
      return { cidrs: list.cidrs.slice(from, from + CHUNK_SIZE), last: from + CHUNK_SIZE >= list.cidrs.length };
    },
    async readPacked(hash, from, count) {
      const list = [...lists.values()].find((candidate) => candidate.hash === hash);
      const chunks = Math.max(1, Math.ceil((list?.cidrs.length ?? 0) / CHUNK_SIZE));
      if (!list || from >= chunks) return undefined;
      return Array.from({ length: Math.min(count, chunks - from) }, (_, n) =>
        gzipSync(list.cidrs.slice((from + n) * CHUNK_SIZE, (from + n + 1) * CHUNK_SIZE).join("\n")),
      );
    },
    async copy(hash, groupUuid, revision) {
      const list = [...lists.values()].find((candidate) => candidate.hash === hash);
      if (list) lists.set(`${groupUuid}:${revision}:${hash}`, { ...list, groupUuid, revision });
      return list !== undefined;
    },
    async dropUpTo(groupUuid, revision) {
      for (const [key, list] of lists) if (list.groupUuid === groupUuid && list.revision <= revision) lists.delete(key);
    },
  };
}
