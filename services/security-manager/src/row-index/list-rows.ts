import type { BoundedSearch } from "@network-access/service-runtime/bounded-searches";
import type { IndexAlias } from "@network-access/service-runtime/opensearch-alias";
import { IndexLate } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import type { Clause } from "../siql/compiling/clause.ts";
import type { FoundIds } from "./row-index.ts";

/** The most rows that one search can return. */
const MOST = 10_000;

const ListAnswer = z.object({
  timed_out: z.boolean(),
  hits: z.object({
    total: z.object({ value: z.int() }),
    hits: z.array(z.object({ _source: z.object({ row_id: z.string(), device: z.int().nullish() }) })),
  }),
});

/** Returns the ids of the rows that a clause finds, without their records. Throws IndexAway. */
export async function listRows(
  searchWithin: BoundedSearch,
  alias: Pick<IndexAlias, "call">,
  clause: Clause,
  signal?: AbortSignal,
): Promise<FoundIds> {
  const query = { bool: { filter: [clause] } };
  const body = { query, size: MOST, track_total_hits: true, _source: ["row_id", "device"] };
  const { timed_out, hits } = ListAnswer.parse(await searchWithin(alias, body, signal));
  if (timed_out) throw new IndexLate("a search");
  return {
    total: hits.total.value,
    rows: hits.hits.map(({ _source: { row_id: id, device: deviceId = null } }) => ({ id, deviceId })),
  };
}
