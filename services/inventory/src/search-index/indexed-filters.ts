import { countLookups } from "@network-access/service-runtime/cache-lookups";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { GroupFilter } from "../items/group-filter.ts";
import type { IndexedFilter } from "./group-index.ts";

/** The maximum number of texts in all cached filters together. They take about ten megabytes. */
const MOST_TEXTS = 200_000;
/** The maximum number of filters that one call of `read` reads from the index. */
const FILTERS_AT_ONCE = 500;

const list = z.array(z.string()).nullable();
const Filter = z.object({
  tags: z.array(z.object({ key: z.string(), value: z.string().nullable() })).nullable(),
  types: list,
  accountIds: list,
  regions: list,
  cidrs: list,
  clip: z.boolean(),
});
const Documents = z.object({
  docs: z.array(
    z.object({
      _id: z.string(),
      _version: z.int().optional(),
      _source: z.object({ filter: Filter }).optional(),
    }),
  ),
});

/**
 * Reads filters from the index of groups, and caches them. Cached filters never become wrong, because the filter of a
 * revision never changes.
 */
export interface IndexedFilters {
  /**
   * Returns the filters of the given groups. `revisions` maps the UUID of each group to a revision of its filter. An
   * older revision of the filter is never returned. A group that the index does not have is missing in the result.
   */
  get(revisions: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, IndexedFilter>>;
}

/** `read` reads documents from the index by their ids. */
export function createIndexedFilters(read: (groupUuids: readonly string[]) => Promise<unknown>): IndexedFilters {
  const cache = new LRUCache<string, IndexedFilter>({
    maxSize: MOST_TEXTS,
    sizeCalculation: ({ filter }) => sizeOf(filter),
  });
  const countLookup = countLookups("filters");
  return {
    async get(revisions) {
      const found = new Map<string, IndexedFilter>();
      const missing: string[] = [];
      for (const [groupUuid, revision] of revisions) {
        const known = cache.get(groupUuid);
        const isCurrent = known !== undefined && known.revision >= revision;
        countLookup(isCurrent);
        if (isCurrent) found.set(groupUuid, known);
        else missing.push(groupUuid);
      }
      for (let from = 0; from < missing.length; from += FILTERS_AT_ONCE) {
        const { docs } = Documents.parse(await read(missing.slice(from, from + FILTERS_AT_ONCE)));
        for (const { _id: groupUuid, _version: revision, _source } of docs) {
          if (revision === undefined || _source === undefined) continue;
          const filter = { groupUuid, revision, filter: _source.filter };
          cache.set(groupUuid, filter);
          found.set(groupUuid, filter);
        }
      }
      return found;
    },
  };
}

function sizeOf({ tags, types, accountIds, regions, cidrs }: GroupFilter): number {
  return [tags, types, accountIds, regions, cidrs].reduce((sum, texts) => sum + (texts?.length ?? 0), 1);
}
