import { z } from "zod";
import type { OpenSearchClient } from "../clients/opensearch.ts";
import { IndexAway } from "../clients/opensearch.ts";
import type { GroupFilter } from "../group-filter.ts";
import type { IndexedItem, ItemIndex } from "../item-index.ts";
import type { OpenItem } from "../membership-store.ts";
import { itemsIndex } from "./index-mapping.ts";
import { createIndexAlias } from "./opensearch-alias.ts";
import { selectedFields, selectionQuery } from "./selection-query.ts";

const PAGE = 2_000;

const Outcome = z.object({
  _id: z.string(),
  status: z.int(),
  error: z.object({ type: z.string(), reason: z.string().nullish() }).optional(),
});
const BulkAnswer = z.object({ items: z.array(z.union([z.object({ index: Outcome }), z.object({ delete: Outcome })])) });

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

/** The index of items, behind the alias `<prefix>-items`. */
export function createOpenSearchItemIndex(client: OpenSearchClient, prefix: string): ItemIndex {
  const alias = createIndexAlias(client, `${prefix}-items`, itemsIndex);

  return {
    prepare: (refill) => alias.prepare(() => refill()),

    async write(items) {
      const lines = items.flatMap((item): object[] => {
        const version = { _id: item.itemId, version: item.rev, version_type: "external" };
        return item.removed ? [{ delete: version }] : [{ index: version }, indexDocument(item)];
      });
      const answer = BulkAnswer.parse(await alias.write(lines));
      const refused = new Map<string, string>();
      for (const done of answer.items) {
        const { _id, status, error } = "index" in done ? done.index : done.delete;
        // 409: the same or a newer revision is there already. 404 without an error: what was to be taken out was not there.
        if (status < 300 || status === 409 || !error) continue;
        if (status === 429 || status >= 500) throw new IndexAway(`an item was answered with ${status}`);
        if (status === 404 || error.type === "invalid_index_name_exception") throw alias.lost();
        refused.set(_id, `${error?.type ?? status}: ${error?.reason ?? "no reason given"}`);
      }
      return refused;
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

function indexDocument(item: OpenItem) {
  const { itemId, key, cloudAccountId, typeName, name, hostname, macAddress, vendor, ips, tags, connectorId } = item;
  const { firstSeenAt, lastSeenAt, lastChangedAt } = item;
  const texts = { cloudAccountId, typeName, name, hostname, macAddress, vendor, connectorId };
  return {
    itemId,
    id: key.id,
    ...selectedFields(item),
    ...texts,
    ips,
    tagPairs: tags,
    firstSeenAt,
    lastSeenAt,
    lastChangedAt,
  };
}
