import { hashOf, makeIndex, readIndexes } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { z } from "zod";
import { groupsIndex, itemsIndex } from "./index-mapping.ts";
import type { ItemIndexRebuild } from "./item-index-rebuild.ts";
import { createItemWriter } from "./opensearch-item-writer.ts";

const Found = z.object({
  docs: z.array(z.object({ _id: z.string(), found: z.boolean().default(false), _version: z.int().optional() })),
});
const Count = z.object({ count: z.int() });

/** Rebuilds the index behind the alias `<prefix>-items`. */
export function createOpenSearchItemRebuild(client: OpenSearchClient, prefix: string): ItemIndexRebuild {
  const name = `${prefix}-items`;
  const writer = createItemWriter(client, name);
  const numberOf = (index: string) => Number(index.slice(name.length + 1));

  return {
    async begin() {
      const existing = await readIndexes(client, name);
      const searched = existing.find((one) => one.searched);
      if (!searched) throw new Error(`there is no index "${name}" to rebuild; a running inventory creates it`);
      const index = `${name}-${Math.max(...existing.map((one) => numberOf(one.index))) + 1}`;
      const left = existing.filter((one) => !one.searched).map((one) => ({ remove_index: { index: one.index } }));
      // Atomic: if searches moved to one of these meanwhile, the formerly searched index is gone and the call fails.
      const stillSearched = { add: { index: searched.index, alias: name } };
      if (left.length > 0)
        await client.call("POST", "/_aliases", { actions: [stillSearched, ...left] }, { deadlineMs: 30_000 });
      await makeIndex(client, index, itemsIndex);
      return index;
    },

    write: (index, items) => writer.into(index, items),

    async missing(index, items) {
      if (items.length === 0) return [];
      const ids = items.map((item) => item.itemId);
      const { docs } = Found.parse(await client.call("POST", `/${index}/_mget?_source=false`, { ids }));
      const versions = new Map(docs.map(({ _id, found, _version }) => [_id, found ? (_version ?? 0) : 0]));
      return items.filter((item) => (versions.get(item.itemId) ?? 0) < item.rev);
    },

    async count(index) {
      await client.call("POST", `/${index}/_refresh`, undefined, { deadlineMs: 60_000 });
      return Count.parse(await client.call("GET", `/${index}/_count`)).count;
    },

    async swap(index) {
      const others = (await readIndexes(client, name)).map((one) => one.index).filter((other) => other !== index);
      const actions = [{ add: { index, alias: name } }, ...others.map((other) => ({ remove_index: { index: other } }))];
      await client.call("POST", "/_aliases", { actions }, { deadlineMs: 30_000 });
      return others;
    },

    async renewFilters() {
      const searched = (await readIndexes(client, `${prefix}-groups`)).find((one) => one.searched);
      if (!searched || searched.definition === hashOf(groupsIndex)) return false;
      await client.call("DELETE", `/${searched.index}`);
      return true;
    },
  };
}
