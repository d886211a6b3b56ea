import { createIndexAlias, readIndexes, writeAliasOf } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway, IndexRefused } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import { type GroupIndex, type IndexedFilter, MOST_GROUPS } from "./group-index.ts";
import { groupsIndex } from "./index-mapping.ts";
import { createIndexedFilters } from "./indexed-filters.ts";
import { selectedFields, selectionQuery } from "./selection-query.ts";

const Hits = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _id: z.string(),
        _version: z.int(),
        fields: z.object({ _percolator_document_slot: z.array(z.int()) }),
      }),
    ),
  }),
});
const Written = z.object({
  items: z.array(z.object({ index: z.object({ status: z.int(), error: z.object({ type: z.string() }).optional() }) })),
});
const Validity = z.object({ valid: z.boolean(), error: z.string().optional() });

/**
 * Creates the index of group filters, which is reached through the alias `<prefix>-groups`. Each document has the UUID
 * of its group as its id.
 */
export function createOpenSearchGroupIndex(
  client: OpenSearchClient,
  prefix: string,
  outdated: (index: string) => void = () => undefined,
): GroupIndex {
  const name = `${prefix}-groups`;
  const alias = createIndexAlias(client, name, groupsIndex, outdated);
  const filters = createIndexedFilters((ids) => alias.call("POST", "/_mget?_source_includes=filter", { ids }));

  return {
    prepare: (filters) =>
      alias.prepare(async (index) => {
        for await (const page of filters()) {
          if (page.length === 0) continue;
          const lines = page.flatMap((filter) => [
            { index: { _id: filter.groupUuid, version: filter.revision, version_type: "external" } },
            filterDocument(filter),
          ]);
          expectStored(await client.call("POST", `/${index}/_bulk`, lines));
        }
      }),

    async check(filter) {
      const answer = await alias.call("POST", "/_validate/query", { query: selectionQuery(filter) });
      const { valid, error } = Validity.parse(answer);
      return valid ? undefined : `can't be used by the index${error ? `: ${error.slice(0, 200)}` : ""}`;
    },

    async put(filter) {
      const { groupUuid, revision } = filter;
      const path = `/_doc/${groupUuid}?version=${revision}&version_type=external&refresh=true&require_alias=true`;
      await alias.call("PUT", path, filterDocument(filter)).catch(accept(409));
      // The index refuses the write (409) if it has the same or a newer revision. The refresh by the write of that
      // revision may still be running. This call makes that revision visible to searches.
      await alias.call("POST", "/_refresh");
    },

    async remove(groupUuid, revision) {
      const searched = (await readIndexes(client, name)).find((index) => index.searched);
      if (!searched) throw alias.lost();
      const path = `/_doc/${groupUuid}?version=${revision}&version_type=external&refresh=true`;
      await client.call("DELETE", `/${writeAliasOf(searched.index)}${path}`).catch((error: unknown) => {
        if (error instanceof IndexRefused && error.type === "invalid_index_name_exception") throw alias.lost();
        accept(404, 409)(error);
      });
    },

    async ask(items) {
      const documents = items.map(selectedFields);
      const answer = await alias.call(
        "POST",
        "/_search",
        {
          size: MOST_GROUPS,
          version: true,
          track_total_hits: false,
          // OpenSearch need not return the filters, because the process caches them. With thousands of groups, the
          // filters would make up most of the response.
          _source: false,
          sort: ["_doc"],
          query: { percolate: { field: "query", documents } },
        },
        { deadlineMs: 30_000 },
      );
      const { hits } = Hits.parse(answer).hits;
      const known = await filters.get(new Map(hits.map(({ _id, _version }) => [_id, _version])));
      const byPlace: IndexedFilter[][] = items.map(() => []);
      for (const { _id, fields } of hits) {
        const filter = known.get(_id);
        if (filter) for (const slot of fields._percolator_document_slot) byPlace[slot]?.push(filter);
      }
      return byPlace;
    },
  };
}

function filterDocument({ groupUuid, filter }: IndexedFilter) {
  return { groupUuid, filter, query: selectionQuery(filter) };
}

/**
 * Throws if OpenSearch did not store a filter. A group without a stored filter would silently lack items. Status 409 is
 * not an error, because it means that the index already has this revision or a newer one.
 */
function expectStored(answer: unknown): void {
  for (const { index } of Written.parse(answer).items)
    if (index.error && index.status !== 409)
      throw new IndexAway(`a filter was answered with ${index.status} ${index.error.type}`);
}

function accept(...statuses: readonly number[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof IndexRefused && statuses.includes(error.status))) throw error;
  };
}
