import { hashOf, readIndexes } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { createIndexRebuild } from "@network-access/service-runtime/opensearch-rebuild";
import { z } from "zod";
import { groupsIndex, itemsIndex } from "./index-mapping.ts";
import type { ItemIndexRebuild } from "./item-index-rebuild.ts";
import { createItemWriter } from "./opensearch-item-writer.ts";

const Found = z.object({
  docs: z.array(z.object({ _id: z.string(), found: z.boolean().default(false), _version: z.int().optional() })),
});

/** Rebuilds the index to which the alias `<prefix>-items` points. */
export function createOpenSearchItemRebuild(client: OpenSearchClient, prefix: string): ItemIndexRebuild {
  const name = `${prefix}-items`;
  const writer = createItemWriter(client, name);

  return {
    ...createIndexRebuild(client, name, itemsIndex),

    write: (index, items) => writer.into(index, items),

    async missing(index, items) {
      if (items.length === 0) return [];
      const ids = items.map((item) => item.itemId);
      const { docs } = Found.parse(await client.call("POST", `/${index}/_mget?_source=false`, { ids }));
      const versions = new Map(docs.map(({ _id, found, _version }) => [_id, found ? (_version ?? 0) : 0]));
      return items.filter((item) => (versions.get(item.itemId) ?? 0) < item.rev);
    },

    async renewFilters() {
      const searched = (await readIndexes(client, `${prefix}-groups`)).find((one) => one.searched);
      if (!searched || searched.definition === hashOf(groupsIndex)) return false;
      await client.call("DELETE", `/${searched.index}`);
      return true;
    },
  };
}
