import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { z } from "zod";

const Settings = z.record(
  z.string(),
  z.object({ "indices.query.bool.max_clause_count": z.coerce.number().int().optional() }),
);

/** Clauses that a query has beside its ranges. */
const OTHER_CLAUSES = 224;
const STANDARD_LIMIT = 1_024;

/** How many range clauses a query may have: each counts twice against the engine's limit. Read once, when it is needed. */
export function readRangeClauses(client: Pick<OpenSearchClient, "call">): () => Promise<number> {
  let known: number | undefined;
  return async () => {
    if (known !== undefined) return known;
    const path =
      "/_cluster/settings?include_defaults=true&flat_settings=true&filter_path=**.indices.query.bool.max_clause_count";
    const found = Settings.parse(await client.call("GET", path));
    const limits = Object.values(found).flatMap((group) => group["indices.query.bool.max_clause_count"] ?? []);
    known = Math.floor(
      (Math.min(...limits, limits.length === 0 ? STANDARD_LIMIT : Number.POSITIVE_INFINITY) - OTHER_CLAUSES) / 2,
    );
    return known;
  };
}
