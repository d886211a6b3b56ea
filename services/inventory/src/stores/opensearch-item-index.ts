import { z } from "zod";
import type { OpenSearchClient } from "../clients/opensearch.ts";
import type { GroupFilter } from "../group-filter.ts";
import type { IndexedItem, ItemIndex } from "../item-index.ts";
import { itemsIndex } from "./index-mapping.ts";
import { createIndexAlias, type IndexAlias } from "./opensearch-alias.ts";
import { createItemWriter } from "./opensearch-item-writer.ts";
import { selectionQuery } from "./selection-query.ts";

const PAGE = 2_000;

const Hits = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _id: z.string(),
        _version: z.int(),
        _source: z.object({
          accountId: z.string(),
          region: z.string(),
          type: z.string(),
          id: z.string(),
          ips: z.array(z.string()),
          tagPairs: z.array(z.object({ key: z.string(), value: z.string() })),
        }),
      }),
    ),
  }),
});

/** The alias `<prefix>-items`; `outdated` is told once when the index behind it was made from another definition. */
export function itemsAlias(
  client: OpenSearchClient,
  prefix: string,
  outdated: (index: string) => void = () => undefined,
): IndexAlias {
  return createIndexAlias(client, `${prefix}-items`, itemsIndex, outdated);
}

/** The index of items, behind its alias. */
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

    async *search(filter: GroupFilter) {
      let after: string | undefined;
      for (;;) {
        const answer = await alias.call("POST", "/_search", {
          size: PAGE,
          query: selectionQuery(filter),
          sort: [{ itemId: "asc" }],
          version: true,
          track_total_hits: false,
          _source: ["accountId", "region", "type", "id", "ips", "tagPairs"],
          ...(after === undefined ? {} : { search_after: [after] }),
        });
        const { hits } = Hits.parse(answer).hits;
        if (hits.length > 0) yield hits.map(indexedItem);
        if (hits.length < PAGE) return;
        after = hits.at(-1)?._id;
      }
    },
  };
}

function indexedItem({
  _id: itemId,
  _version: rev,
  _source,
}: z.infer<typeof Hits>["hits"]["hits"][number]): IndexedItem {
  const { accountId, region, type, id, ips, tagPairs: tags } = _source;
  return { itemId, rev, key: { accountId, region, type, id }, ips, tags };
}
