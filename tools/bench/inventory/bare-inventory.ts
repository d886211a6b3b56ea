import { setTimeout as sleep } from "node:timers/promises";
import type { Collection, Db, Document } from "mongodb";
import type { BenchStack } from "../bench-stack.ts";
import { callHttp } from "../load/call-http.ts";
import { ITEMS_A_BODY, severalAtOnce, UPLOADS_AT_ONCE } from "./uploaded-items.ts";

type Stored = { _id: string } & Document;

/** The number of documents in one measured write. They are read beforehand, which is not measured. */
const WINDOW = 20_000;
const BULKS_AT_ONCE = 2;
const MOST_ROUNDS = 100;
const ROUND_MS = 100;

/**
 * Creates the baseline (the floor) of the inventory benchmark. The baseline reads the documents that the inventory
 * stored, and writes them to a collection and an index of its own. Both are defined like those of the inventory. The
 * baseline uses none of the inventory's code, but makes as many writes at the same time.
 */
export async function bareInventory({ mongo, opensearchUrl, prefix }: BenchStack) {
  const items: Collection<Stored> = mongo.db(`${prefix}-inventory`).collection("items");
  const copies: Collection<Stored> = mongo.db(`${prefix}-floor`).collection("items");
  const source = `${prefix}-items`;
  const copy = `${prefix}-floor`;
  const engine = openSearch(opensearchUrl);

  await copyIndexes(items, mongo.db(`${prefix}-floor`));
  await engine("PUT", `/${copy}`, await definitionOf(engine, source));

  return {
    /**
     * Writes these items to the database and then to the index. Returns the milliseconds for each. The time for the
     * index ends when a search finds the items.
     */
    async write(ids: readonly string[]): Promise<{ databaseMs: number; indexMs: number }> {
      let databaseMs = 0;
      let indexMs = 0;
      for (let from = 0; from < ids.length; from += WINDOW) {
        const documents = await readStored(items, ids.slice(from, from + WINDOW));
        // Writes the items as an upload does: they are open (not yet projected), so the database's index of open items
        // contains them.
        const opened = documents.map((document) => ({ ...document, openedAt: document.lastChangedAt }));
        databaseMs += await timed(() =>
          severalAtOnce(batchesOf(opened), UPLOADS_AT_ONCE, (batch) => copies.insertMany(batch, { ordered: false })),
        );
        const bulks = batchesOf(await readIndexed(engine, source, documents)).map((batch) => bulkOf(batch, copy));
        indexMs += await timed(() =>
          severalAtOnce(bulks, BULKS_AT_ONCE, (lines) => engine("POST", "/_bulk?filter_path=errors", lines)),
        );
      }
      indexMs += await timed(() => engine("POST", `/${copy}/_refresh`));
      return { databaseMs, indexMs };
    },

    /**
     * Reads the hashes of these items and updates when they were last seen. Returns how many milliseconds this takes.
     */
    async see(ids: readonly string[]): Promise<number> {
      const at = new Date();
      return timed(() =>
        severalAtOnce(batchesOf(ids), UPLOADS_AT_ONCE, async (batch) => {
          const these = { _id: { $in: batch } };
          await copies.find(these, { projection: { rev: 1, contentHash: 1, connectorUuid: 1 } }).toArray();
          await copies.updateMany(these, { $set: { lastSeenAt: at } });
        }),
      );
    },

    /** Reads one item by its id. */
    read: (id: string) => copies.findOne({ _id: id }),

    countStored: () => items.countDocuments(),

    engine,
  };
}

export type BareInventory = Awaited<ReturnType<typeof bareInventory>>;
export type Engine = (method: string, path: string, body?: object | string) => Promise<unknown>;

/**
 * Returns a function that calls OpenSearch. It retries a call after the status 429, and throws for every other status
 * above 299.
 */
export function openSearch(url: string): Engine {
  const origin = url.replace(/\/$/, "");
  return async (method, path, body) => {
    const lines = typeof body === "string";
    for (let round = 1; ; round += 1) {
      const headers = { "content-type": lines ? "application/x-ndjson" : "application/json" };
      const sent = body === undefined || lines ? body : JSON.stringify(body);
      const { status, text } = await callHttp(method, origin + path, headers, sent);
      if (status < 300) return JSON.parse(text);
      if (status !== 429 || round === MOST_ROUNDS)
        throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`);
      await sleep(ROUND_MS);
    }
  };
}

async function copyIndexes(from: Collection<Stored>, to: Db): Promise<void> {
  for (const { key, name } of await from.indexes())
    if (name !== "_id_") await to.collection(from.collectionName).createIndex(key, name === undefined ? {} : { name });
}

/** Returns the mapping and settings with which to create a copy of an index. */
async function definitionOf(engine: Engine, index: string): Promise<object> {
  const [found] = Object.values((await engine("GET", `/${index}`)) as Record<string, IndexDefinition>);
  if (!found) throw new Error(`there is no index "${index}"`);
  const { uuid: _u, version: _v, creation_date: _c, provided_name: _p, ...settings } = found.settings.index;
  return { mappings: found.mappings, settings: { index: settings } };
}

interface IndexDefinition {
  mappings: object;
  settings: { index: Record<string, unknown> };
}

async function readStored(items: Collection<Stored>, ids: readonly string[]): Promise<Stored[]> {
  const found: Stored[] = [];
  for (const batch of batchesOf(ids)) found.push(...(await items.find({ _id: { $in: batch } }).toArray()));
  return found;
}

async function readIndexed(engine: Engine, index: string, documents: readonly Stored[]) {
  const found: { _id: string; _version: number; _source: object }[] = [];
  for (const batch of batchesOf(documents)) {
    const ids = batch.map(({ _id }) => _id);
    const answer = await engine("POST", `/${index}/_search`, {
      size: ids.length,
      version: true,
      query: { ids: { values: ids } },
    });
    found.push(...(answer as { hits: { hits: typeof found } }).hits.hits);
  }
  return found;
}

function bulkOf(batch: readonly { _id: string; _version: number; _source: object }[], index: string): string {
  return batch
    .map(({ _id, _version: version, _source }) => {
      const action = { index: { _index: index, _id, version, version_type: "external" } };
      return `${JSON.stringify(action)}\n${JSON.stringify(_source)}\n`;
    })
    .join("");
}

function batchesOf<Entry>(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  for (let from = 0; from < entries.length; from += ITEMS_A_BODY)
    batches.push(entries.slice(from, from + ITEMS_A_BODY));
  return batches;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  await work();
  return performance.now() - beganAt;
}
