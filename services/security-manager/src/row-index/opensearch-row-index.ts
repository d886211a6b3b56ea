import type { BoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { createIndexAlias, type IndexAlias, readIndexes } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { z } from "zod";
import type { RowEntity } from "../rows/row.ts";
import { listRows } from "./list-rows.ts";
import { renameRows } from "./rename-rows.ts";
import type { RowIndex } from "./row-index.ts";
import { rowIndexDefinition } from "./row-mapping.ts";
import { searchRows } from "./search-rows.ts";
import { updateNotes } from "./update-notes.ts";
import { writeRows } from "./write-rows.ts";

export const ROW_ENTITIES: readonly RowEntity[] = [
  ...(["secrule", "natrule", "policy", "networkobj"] as const),
  ...(["serviceobj", "scheduleobj", "interface", "route"] as const),
];

const WRITE_MS = 60_000;
const MOST_REVISIONS = 10_000;

const Aliases = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()) }));
const Settings = z.record(z.string(), z.object({ settings: z.object({ index: z.object({ uuid: z.string() }) }) }));
const Count = z.object({ count: z.int() });
const Revisions = z.object({
  aggregations: z.object({ revisions: z.object({ buckets: z.array(z.object({ key: z.int() })) }) }),
});

/**
 * Stores rows in OpenSearch, in one index for each entity. Calls `outdated` with the name of an existing index whose
 * field definition differs from the current one.
 */
export function createOpenSearchRowIndex(
  client: OpenSearchClient,
  prefix: string,
  searchWithin: BoundedSearch,
  outdated: (index: string) => void,
): RowIndex {
  const aliases = new Map<RowEntity, IndexAlias>(
    ROW_ENTITIES.map((entity) => [
      entity,
      createIndexAlias(client, `${prefix}-${entity}`, rowIndexDefinition(entity), outdated),
    ]),
  );
  const allIndexes = ROW_ENTITIES.map((entity) => `${prefix}-${entity}-*`).join();

  function aliasOf(entity: RowEntity): IndexAlias {
    const alias = aliases.get(entity);
    if (!alias) throw new Error(`there is no index of ${entity}`);
    return alias;
  }

  /**
   * Returns the name of the index that searches use and, during a rebuild, also the name of the index that is being
   * built.
   */
  async function indexesOf(entity: RowEntity): Promise<readonly string[]> {
    const indexes = await readIndexes(client, `${prefix}-${entity}`);
    if (!indexes.some((one) => one.searched)) throw aliasOf(entity).lost();
    return indexes.map(({ index }) => index);
  }

  async function exist(): Promise<boolean> {
    const found = Object.values(Aliases.parse(await client.call("GET", `/${allIndexes}?filter_path=*.aliases`)));
    const searched = new Set(found.flatMap((index) => Object.keys(index.aliases)));
    const missing = [...aliases].filter(([entity]) => !searched.has(`${prefix}-${entity}`));
    for (const [, alias] of missing) alias.lost();
    if (missing.length > 0) return false;
    for (const alias of aliases.values()) await alias.exists();
    return true;
  }

  async function refresh(entity: RowEntity): Promise<void> {
    await aliasOf(entity).call("POST", "/_refresh", undefined, { deadlineMs: WRITE_MS });
  }

  return {
    exist,

    async prepare(fill) {
      if (await exist()) return;
      const created = new Map<RowEntity, string>();
      for (const [entity, alias] of aliases) {
        const index = await alias.create();
        if (index !== undefined) created.set(entity, index);
      }
      if (created.size === 0) return;
      await fill({
        async write(entity, rows) {
          const index = created.get(entity);
          if (index !== undefined) await writeRows(client, index, rows);
        },
        async updateNotes(updates) {
          const index = created.get("secrule");
          if (index !== undefined) await updateNotes(client, index, updates);
        },
      });
      for (const [entity, index] of created) await aliasOf(entity).open(index);
    },

    async write(entity, rows) {
      for (const index of await indexesOf(entity)) await writeRows(client, index, rows);
    },

    async updateNotes(updates) {
      for (const index of await indexesOf("secrule")) await updateNotes(client, index, updates);
    },

    refresh,

    async count(entity, revision) {
      await refresh(entity);
      return Count.parse(await aliasOf(entity).call("POST", "/_count", { query: { term: { revision } } })).count;
    },

    async remove(entity, revisions) {
      const query = { terms: { revision: revisions } };
      const path = "/_delete_by_query?conflicts=proceed&refresh=false";
      await aliasOf(entity).call("POST", path, { query }, { deadlineMs: WRITE_MS });
    },

    async revisions(entity, but) {
      const query = { bool: { must_not: [{ terms: { revision: but } }] } };
      const aggs = { revisions: { terms: { field: "revision", size: MOST_REVISIONS } } };
      const found = await aliasOf(entity).call("POST", "/_search", { size: 0, query, aggs });
      return Revisions.parse(found).aggregations.revisions.buckets.map(({ key }) => key);
    },

    async indexes() {
      const path = `/${allIndexes}/_settings?filter_path=*.settings.index.uuid`;
      const found = Settings.parse(await client.call("GET", path));
      return Object.values(found)
        .map(({ settings }) => settings.index.uuid)
        .sort()
        .join();
    },

    async rename(entity, deviceId, name) {
      let renamed = false;
      for (const index of await indexesOf(entity)) if (await renameRows(client, index, deviceId, name)) renamed = true;
      return renamed;
    },

    list: (entity, clause, signal) => listRows(searchWithin, aliasOf(entity), clause, signal),

    search: (entity, query, signal) => searchRows(searchWithin, aliasOf(entity), query, signal),
  };
}
