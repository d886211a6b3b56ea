import { createBoundedSearch, type SearchBounds } from "@network-access/service-runtime/bounded-searches";
import type { IndexAlias } from "@network-access/service-runtime/opensearch-alias";
import { IndexLate, IndexRefused } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import { RESULT_WINDOW } from "../search-index/index-mapping.ts";
import type { FoundItem, ItemAnswer, ItemSearch, ItemType } from "./item-search.ts";
import { readRefusal } from "./read-refusal.ts";

const usualBounds: SearchBounds = {
  deadlineMs: 5_000,
  stoppedAfterMs: 6_000,
  patienceMs: 7_000,
  atOnce: 3,
  waitMs: 2_000,
};
const MOST_TYPES = 10_000;
/**
 * In pages of at most this many items, OpenSearch returns the whole `_source` of each item, which is faster than
 * selecting fields. In larger pages, whole sources would take too much memory.
 */
const WHOLE_SOURCES = 20;

const text = z.string().nullable();
const Source = z.object({
  itemId: z.string(),
  accountId: z.string(),
  region: z.string(),
  type: z.string(),
  id: z.string(),
  cloudAccountId: text,
  name: text,
  typeName: text,
  hostname: text,
  vendor: text,
  macAddress: text,
  ips: z.array(z.string()),
  tagPairs: z.array(z.object({ key: z.string(), value: z.string() })),
  connectorUuid: z.string(),
  connectorId: text,
  firstSeenAt: z.coerce.date(),
  lastSeenAt: z.coerce.date(),
  lastChangedAt: z.coerce.date(),
});
const Answer = z.object({
  timed_out: z.boolean(),
  hits: z.object({ total: z.object({ value: z.int() }), hits: z.array(z.object({ _source: Source })) }),
});
const TypesAnswer = z.object({
  timed_out: z.boolean(),
  aggregations: z.object({
    types: z.object({
      buckets: z.array(
        z.object({
          key: z.string(),
          doc_count: z.int(),
          names: z.object({ buckets: z.array(z.object({ key: z.string() })) }),
        }),
      ),
    }),
  }),
});

/**
 * Searches the index of items. At most `atOnce` searches run concurrently. A further search waits for at most `waitMs`
 * milliseconds, and then fails. This adapter never creates the index.
 */
export function createOpenSearchItemSearch(
  alias: Pick<IndexAlias, "call">,
  bounds: Partial<SearchBounds> = {},
): ItemSearch {
  const search = createBoundedSearch({ ...usualBounds, ...bounds });
  const ask = (body: object, signal?: AbortSignal) => search(alias, body, signal);

  return {
    async search({ query, sort, from, size }): Promise<ItemAnswer> {
      try {
        const { timed_out, hits } = Answer.parse(
          await ask({
            query: query === null ? { match_all: {} } : { bool: { filter: [{ query_string: queryString(query) }] } },
            sort: [...sort.map(({ field, descending }) => ({ [field]: descending ? "desc" : "asc" })), { key: "asc" }],
            from,
            size,
            track_total_hits: RESULT_WINDOW,
            ...(size > WHOLE_SOURCES ? { _source: Object.keys(Source.shape) } : {}),
          }),
        );
        if (timed_out) return { ok: false, kind: "late" };
        const items = hits.hits.map(({ _source }) => foundItem(_source));
        return { ok: true, total: Math.min(hits.total.value, RESULT_WINDOW), items };
      } catch (error) {
        if (error instanceof IndexLate) return { ok: false, kind: "late" };
        if (error instanceof IndexRefused && error.status === 400 && query !== null)
          return { ok: false, kind: "refused", ...readRefusal(error, query) };
        throw error;
      }
    },

    async countTypes() {
      const names = { terms: { field: "typeName.exact", size: 1 } };
      const types = { terms: { field: "type.exact", size: MOST_TYPES }, aggs: { names } };
      const { timed_out, aggregations } = TypesAnswer.parse(await ask({ size: 0, aggs: { types } }));
      if (timed_out) throw new IndexLate("the types of items were not all counted");
      const found = aggregations.types.buckets.map(
        ({ key, doc_count, names: { buckets } }): ItemType => ({
          type: key,
          typeName: buckets[0]?.key ?? null,
          count: doc_count,
        }),
      );
      return found.sort((a, b) => (a.type < b.type ? -1 : 1));
    },
  };
}

/** Repeats the limits of guard-query.ts as a safeguard. */
function queryString(query: string) {
  return {
    query,
    default_field: "all_text",
    default_operator: "and",
    lenient: false,
    analyze_wildcard: false,
    enable_position_increments: true,
    auto_generate_synonyms_phrase_query: false,
    fuzzy_max_expansions: 1,
    max_determinized_states: 10_000,
    time_zone: "UTC",
  };
}

function foundItem({ accountId, region, type, id, tagPairs, ...rest }: z.output<typeof Source>): FoundItem {
  return { key: { accountId, region, type, id }, tags: tagPairs, ...rest };
}
