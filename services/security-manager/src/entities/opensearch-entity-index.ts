import type { BoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { createIndexAlias, type IndexAlias, readIndexes } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexLate } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import { searchRows } from "../row-index/search-rows.ts";
import { APPLICATION_KEYS } from "../searching/entity-search.ts";
import { PUT_ENTITIES, type PutEntityName } from "../siql/schema/entities.ts";
import type { EntityIndex, RefusedChange } from "./entity-index.ts";
import { entityIndexDefinition } from "./entity-mapping.ts";
import { writeEntities } from "./write-entities.ts";

const WRITE_MS = 60_000;

const Keys = z.object({
  timed_out: z.boolean(),
  aggregations: z.object({ keys: z.object({ buckets: z.array(z.object({ key: z.string() })) }) }),
});

/**
 * Returns an `EntityIndex` that uses a separate OpenSearch index for each kind of entity. Calls `outdated` with the
 * name of an OpenSearch index that was created from an older definition.
 */
export function createOpenSearchEntityIndex(
  client: OpenSearchClient,
  prefix: string,
  searchWithin: BoundedSearch,
  outdated: (index: string) => void,
): EntityIndex {
  const nameOf = (kind: PutEntityName) => `${prefix}-${kind}`;
  const aliases = new Map<PutEntityName, IndexAlias>(
    PUT_ENTITIES.map((kind) => [kind, createIndexAlias(client, nameOf(kind), entityIndexDefinition(kind), outdated)]),
  );
  function aliasOf(kind: PutEntityName): IndexAlias {
    const alias = aliases.get(kind);
    if (!alias) throw new Error(`there is no index of ${kind}`);
    return alias;
  }

  return {
    async prepare(fill) {
      for (const [kind, alias] of aliases) await alias.prepare((index) => fill(kind, index));
    },

    async write(kind, changes) {
      const indexes = await readIndexes(client, nameOf(kind));
      if (!indexes.some((one) => one.searched)) throw aliasOf(kind).lost();
      const refused: RefusedChange[] = [];
      for (const { index } of indexes) refused.push(...(await writeEntities(client, index, changes)));
      await aliasOf(kind).call("POST", "/_refresh", undefined, { deadlineMs: WRITE_MS });
      return refused;
    },

    search: (kind, query, signal) => searchRows(searchWithin, aliasOf(kind), query, signal),

    async applicationKeys(clause, most, signal) {
      const body = {
        ...{ query: { bool: { filter: [clause] } }, size: 0, track_total_hits: false },
        aggs: { keys: { terms: { field: APPLICATION_KEYS, size: most + 1 } } },
      };
      const { timed_out, aggregations } = Keys.parse(await searchWithin(aliasOf("application"), body, signal));
      if (timed_out) throw new IndexLate("a search");
      const keys = aggregations.keys.buckets.map(({ key }) => key);
      return keys.length > most ? undefined : keys;
    },
  };
}
