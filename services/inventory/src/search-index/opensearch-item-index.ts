import { createIndexAlias, type IndexAlias } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { z } from "zod";
import { MOST_CONNECTORS } from "../connectors/connector-store.ts";
import { matcherOf } from "../items/group-filter.ts";
import { itemsIndex } from "./index-mapping.ts";
import type { IndexedItem, ItemIndex } from "./item-index.ts";
import { createItemWriter } from "./opensearch-item-writer.ts";
import { ambiguousTags, selectionQuery } from "./selection-query.ts";

/**
 * The number of items in a page. Pages with tags are smaller, because reading tags takes OpenSearch far longer, and
 * each page must be read before the deadline of a call.
 */
const PAGE = 5_000;
const PAGE_WITH_TAGS = 1_000;

const Owners = z.object({
  aggregations: z.object({
    owners: z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.int() })) }),
  }),
});

const Hits = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _version: z.int(),
        sort: z.tuple([z.string()]),
        fields: z.object({ ips: z.array(z.string()).default([]) }).default({ ips: [] }),
        _source: z.object({ tagPairs: z.array(z.object({ key: z.string(), value: z.string() })) }).optional(),
      }),
    ),
  }),
});
type Hit = z.infer<typeof Hits>["hits"]["hits"][number];

/**
 * Returns the interface to the alias `<prefix>-items`. If the alias points to an index that was created from another
 * definition, calls `outdated` once.
 */
export function itemsAlias(
  client: OpenSearchClient,
  prefix: string,
  outdated: (index: string) => void = () => undefined,
): IndexAlias {
  return createIndexAlias(client, `${prefix}-items`, itemsIndex, outdated);
}

/**
 * Returns access to the indexes of items. Searches use the alias. Writes go to the index that is searched, and to any
 * index that a rebuild is filling.
 */
export function createOpenSearchItemIndex(
  client: OpenSearchClient,
  prefix: string,
  alias: IndexAlias = itemsAlias(client, prefix),
): ItemIndex {
  const writer = createItemWriter(client, `${prefix}-items`);

  return {
    prepare: (refill) => alias.prepare(() => refill()),

    async write(items) {
      const refused = await writer.everywhere(items, "external");
      if (!refused) throw alias.lost();
      return refused;
    },

    async rewrite(items) {
      if (!(await writer.everywhere(items, "external_gte"))) throw alias.lost();
    },

    async refresh() {
      await alias.call("POST", "/_refresh");
    },

    async countByConnector() {
      const aggs = { owners: { terms: { field: "connectorUuid", size: MOST_CONNECTORS } } };
      const answer = Owners.parse(await alias.call("POST", "/_search", { size: 0, track_total_hits: false, aggs }));
      return new Map(answer.aggregations.owners.buckets.map(({ key, doc_count: count }) => [key, count]));
    },

    async *search(filter) {
      const { withinCidrs, hasTags } = matcherOf(filter);
      const selected = selectionQuery(filter);
      const ambiguous = ambiguousTags(filter);
      const sure = { bool: { filter: [selected], must_not: ambiguous } };
      for await (const page of walk(sure, PAGE, { _source: false, stored_fields: "_none_" }))
        yield page.map(indexedItem).filter(({ ips }) => withinCidrs(ips));
      if (ambiguous.length === 0) return;
      const unsure = { bool: { filter: [selected, { bool: { should: ambiguous } }] } };
      for await (const page of walk(unsure, PAGE_WITH_TAGS, { _source: ["tagPairs"] }))
        yield page
          .filter(({ _source }) => hasTags(_source?.tagPairs ?? []))
          .map(indexedItem)
          .filter(({ ips }) => withinCidrs(ips));
    },
  };

  async function* walk(query: object, size: number, more: object): AsyncGenerator<readonly Hit[]> {
    const asked = { query, size, sort: [{ itemId: "asc" }], version: true, track_total_hits: false, ...more };
    let after: string | undefined;
    for (;;) {
      const position = after === undefined ? {} : { search_after: [after] };
      const answer = await alias.call("POST", "/_search", { ...asked, docvalue_fields: ["ips"], ...position });
      const { hits } = Hits.parse(answer).hits;
      if (hits.length > 0) yield hits;
      if (hits.length < size) return;
      after = hits.at(-1)?.sort[0];
    }
  }
}

function indexedItem({ sort: [itemId], _version: rev, fields: { ips } }: Hit): IndexedItem {
  return { itemId, rev, ips };
}
