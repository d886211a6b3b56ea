import { type GroupFilter, matcherOf, type Selectable } from "../items/group-filter.ts";
import type { GroupIndex, IndexedFilter } from "./group-index.ts";
import type { IndexedItem, ItemIndex } from "./item-index.ts";

type Kept = IndexedItem & Selectable;

/**
 * Creates an index of items and an index of group filters, both in memory. As in OpenSearch, `search` finds only items
 * that were written before the last `refresh`. `clear` deletes both indexes.
 */
export function createInMemoryIndexes(): {
  readonly itemIndex: ItemIndex;
  readonly groupIndex: GroupIndex;
  readonly clear: () => void;
} {
  let items: Map<string, Kept | { readonly rev: number }> | undefined;
  let filters: Map<string, IndexedFilter | { readonly revision: number }> | undefined;
  let visible: readonly Kept[] = [];
  const existing = <Value>(index: Value | undefined): Value => {
    if (index === undefined) throw new Error("the index is unavailable");
    return index;
  };

  const itemIndex: ItemIndex = {
    async prepare(refill) {
      if (items) return;
      await refill();
      items = new Map();
    },
    async write(open) {
      const index = existing(items);
      for (const { itemId, rev, key, tags, ips, removed } of open)
        if ((index.get(itemId)?.rev ?? 0) < rev) index.set(itemId, removed ? { rev } : { itemId, rev, key, tags, ips });
      return new Map();
    },
    async rewrite() {},
    countByConnector: async () => new Map(),
    async refresh() {
      visible = [...existing(items).values()].filter((one) => "itemId" in one);
    },
    async *search(filter: GroupFilter) {
      const { matches } = matcherOf(filter);
      const found = visible.filter(matches);
      for (let from = 0; from < found.length; from += 2) yield found.slice(from, from + 2);
    },
  };

  const groupIndex: GroupIndex = {
    async prepare(all) {
      if (filters) return;
      const made = new Map<string, IndexedFilter>();
      for await (const page of all()) for (const one of page) made.set(one.groupUuid, one);
      filters = made;
    },
    check: async () => undefined,
    async put(filter) {
      const index = existing(filters);
      if ((index.get(filter.groupUuid)?.revision ?? 0) < filter.revision) index.set(filter.groupUuid, filter);
    },
    async remove(groupUuid, revision) {
      existing(filters).set(groupUuid, { revision });
    },
    async ask(asking) {
      const found = [...existing(filters).values()].filter((one) => "filter" in one);
      return asking.map((item) => found.filter(({ filter }) => matcherOf(filter).matches(item)));
    },
  };

  return {
    itemIndex,
    groupIndex,
    clear() {
      items = undefined;
      filters = undefined;
      visible = [];
    },
  };
}
