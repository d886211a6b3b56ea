import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { createGzip, gunzip, gunzipSync } from "node:zlib";
import { insertNew } from "@network-access/service-runtime/insert-new";
import { Binary, type Collection, type Db } from "mongodb";
import type { Content, ContentStore } from "./content-store.ts";

interface ChunkDocument {
  /** "<key>#<n>", n from 0. */
  readonly _id: string;
  /**
   * The number of chunks of the content. The first chunk is written last, so if it exists, all other chunks exist too.
   */
  readonly chunks: number;
  /** A part of the compressed text. */
  readonly bytes: Binary;
}

const CHUNK_BYTES = 2 * 1_024 * 1_024;
const SMALL_BYTES = 8 * 1_024;
/** The maximum number of keys in `stored`, which caches the keys of contents that are in the database. */
const MAX_CACHED = 100_000;
const unpack = promisify(gunzip);

/**
 * Stores each text compressed with gzip, in documents with at most 2 MiB of data each. Stored texts are never replaced.
 */
export function mongoContentStore(database: Db): ContentStore {
  const documents: Collection<ChunkDocument> = database.collection("contents");
  const stored = new Set<string>();

  function cacheKeys(contents: readonly Content[]): void {
    if (stored.size + contents.length > MAX_CACHED) stored.clear();
    for (const { key } of contents) stored.add(key);
  }

  async function readPacked(key: string, first: ChunkDocument): Promise<Buffer> {
    const pieces = [first.bytes.buffer];
    for (let n = 1; n < first.chunks; n += 1) {
      const chunk = await documents.findOne({ _id: `${key}#${n}` });
      if (!chunk) throw new Error(`chunk ${n} of a stored content is missing`);
      pieces.push(chunk.bytes.buffer);
    }
    return Buffer.concat(pieces);
  }

  async function readWhole(key: string, first: ChunkDocument): Promise<string> {
    const packed = await readPacked(key, first);
    // Small texts are decompressed in this thread, because using the thread pool would take longer.
    return (packed.length > SMALL_BYTES ? await unpack(packed) : gunzipSync(packed)).toString();
  }

  async function readEach<Read>(
    keys: readonly string[],
    read: (key: string, first: ChunkDocument) => Promise<Read>,
  ): Promise<ReadonlyMap<string, Read>> {
    const found = new Map<string, Read>();
    const byFirst = new Map(keys.map((key) => [`${key}#0`, key]));
    for await (const first of documents.find(
      { _id: { $in: [...byFirst.keys()] } },
      { batchSize: Math.max(1, keys.length) },
    )) {
      const key = byFirst.get(first._id);
      if (key !== undefined) found.set(key, await read(key, first));
    }
    return found;
  }

  async function missingOf(contents: readonly Content[]): Promise<Content[]> {
    const unknown = contents.filter(({ key }) => !stored.has(key));
    const ids = unknown.flatMap(({ key, shared }) => (shared ? [`${key}#0`] : []));
    if (ids.length === 0) return unknown;
    const found = await documents.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    const existing = new Set(found.map(({ _id }) => _id));
    cacheKeys(unknown.filter(({ key }) => existing.has(`${key}#0`)));
    return unknown.filter(({ key }) => !existing.has(`${key}#0`));
  }

  return {
    async keepAll(contents) {
      const fresh = await missingOf(contents);
      const small: ChunkDocument[] = [];
      for (const content of fresh) {
        const [first, ...rest] = await chunksOf(content);
        for (const chunk of rest) await insertNew(documents, [chunk]);
        if (!first) continue;
        if (rest.length > 0) await insertNew(documents, [first]);
        else small.push(first);
      }
      await insertNew(documents, small);
      cacheKeys(fresh);
    },
    async read(key) {
      const first = await documents.findOne({ _id: `${key}#0` });
      return first && readWhole(key, first);
    },
    readMany: (keys) => readEach(keys, readWhole),
    readPacked: (keys) => readEach(keys, readPacked),
  };
}

async function chunksOf({ key, pieces }: Content): Promise<ChunkDocument[]> {
  const packed = await buffer(Readable.from(pieces()).compose(createGzip()));
  const chunks = Math.max(1, Math.ceil(packed.length / CHUNK_BYTES));
  return Array.from({ length: chunks }, (_, n) => ({
    _id: `${key}#${n}`,
    chunks,
    bytes: new Binary(packed.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES)),
  }));
}
