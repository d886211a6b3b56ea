import type { BoundedSearch } from "@network-access/service-runtime/bounded-searches";
import type { IndexAlias } from "@network-access/service-runtime/opensearch-alias";
import { IndexAnswerTooLarge, IndexLate } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import type { RowAnswer, RowQuery } from "./row-index.ts";

const SearchAnswer = z.object({
  timed_out: z.boolean(),
  hits: z.object({
    total: z.object({ value: z.int() }).optional(),
    hits: z.array(
      z.object({
        _source: z.object({
          row_id: z.string(),
          device: z.int().nullish(),
          record: z.string(),
        }),
        sort: z.array(z.unknown()).optional(),
      }),
    ),
  }),
});

/**
 * Returns one page of a search in an index of rows, or "too-large" if the response of the index exceeds the size limit.
 * Throws IndexAway if the index can't be used.
 */
export async function searchRows(
  searchWithin: BoundedSearch,
  alias: Pick<IndexAlias, "call">,
  { clause, sort, from, size, after, counted = true }: RowQuery,
  signal?: AbortSignal,
): Promise<RowAnswer> {
  const body = {
    ...{ query: { bool: { filter: [clause] } }, sort, from, size },
    ...(after !== undefined && { search_after: after }),
    track_total_hits: counted,
    _source: ["row_id", "device", "record"],
  };
  const answer = await unlessTooLarge(() => searchWithin(alias, body, signal));
  if (answer === "too-large") return answer;
  const { timed_out, hits } = SearchAnswer.parse(answer);
  if (timed_out) throw new IndexLate("a search");
  return {
    total: hits.total?.value ?? 0,
    rows: hits.hits.map(({ _source, sort: at = [] }) => {
      const { row_id: id, device: deviceId = null, record } = _source;
      return { id, deviceId, record: JSON.parse(record), at };
    }),
  };
}

async function unlessTooLarge(search: () => Promise<unknown>): Promise<unknown> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof IndexAnswerTooLarge) return "too-large";
    throw error;
  }
}
