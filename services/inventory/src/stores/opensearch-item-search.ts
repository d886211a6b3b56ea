import { z } from "zod";
import { IndexAway, IndexRefused } from "../clients/opensearch.ts";
import type { FoundItem, ItemAnswer, ItemSearch, ItemType } from "../item-search.ts";
import type { IndexAlias } from "./opensearch-alias.ts";
import { readRefusal } from "./read-refusal.ts";

const DEADLINE_MS = 5_000;
/** The engine stops by itself first, then what it forgot to stop, then we do not wait any longer. */
const STOPPING = "cancel_after_time_interval=6s";
const PATIENCE_MS = 7_000;
const MOST_COUNTED = 10_000;

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

/** Searches behind the alias of the index of items; it never makes an index. */
export function createOpenSearchItemSearch(alias: Pick<IndexAlias, "call">): ItemSearch {
  const ask = (body: object) =>
    alias.call("POST", `/_search?allow_partial_search_results=false&${STOPPING}`, body, PATIENCE_MS);

  return {
    async search({ query, sort, from, size }): Promise<ItemAnswer> {
      try {
        const { timed_out, hits } = Answer.parse(
          await ask({
            query: query === null ? { match_all: {} } : { bool: { filter: [{ query_string: queryString(query) }] } },
            sort: [...sort.map(({ field, descending }) => ({ [field]: descending ? "desc" : "asc" })), { key: "asc" }],
            from,
            size,
            track_total_hits: MOST_COUNTED,
            timeout: `${DEADLINE_MS}ms`,
            _source: Object.keys(Source.shape),
          }),
        );
        if (timed_out) return { ok: false, kind: "late" };
        const items = hits.hits.map(({ _source }) => foundItem(_source));
        return { ok: true, total: Math.min(hits.total.value, MOST_COUNTED), items };
      } catch (error) {
        if (error instanceof IndexAway && isTimeout(error.cause)) return { ok: false, kind: "late" };
        if (error instanceof IndexRefused && error.status === 400 && query !== null)
          return { ok: false, kind: "refused", ...readRefusal(error, query) };
        throw error;
      }
    },

    async countTypes() {
      const names = { terms: { field: "typeName.exact", size: 1 } };
      const types = { terms: { field: "type.exact", size: MOST_COUNTED }, aggs: { names } };
      const { aggregations } = TypesAnswer.parse(await ask({ size: 0, timeout: `${DEADLINE_MS}ms`, aggs: { types } }));
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

/** The limits stand once more beside what guard-query.ts lets through. */
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

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === "TimeoutError";
}
