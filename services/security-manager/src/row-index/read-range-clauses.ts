import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";

const Settings = z.record(
  z.string(),
  z.object({ "indices.query.bool.max_clause_count": z.coerce.number().int().optional() }),
);

/** The number of clauses of a query that are reserved for conditions other than ranges. */
const OTHER_CLAUSES = 224;
const STANDARD_LIMIT = 1_024;

/**
 * The longest time that a search waits while the limit of clauses is read from the search engine. This time is short,
 * because searches for devices wait too, although they do not need the search engine.
 */
const READ_MS = 2_000;

/**
 * Returns a function that reads how many range clauses a query may contain. OpenSearch limits the clauses of a query
 * and counts each range clause twice. The limit is read once and then kept in memory. If OpenSearch is unavailable, the
 * function uses OpenSearch's standard limit and reads the limit on its next call.
 */
export function readRangeClauses(client: Pick<OpenSearchClient, "call">): () => Promise<number> {
  let known: number | undefined;
  return async () => {
    if (known !== undefined) return known;
    const path =
      "/_cluster/settings?include_defaults=true&flat_settings=true&filter_path=**.indices.query.bool.max_clause_count";
    try {
      const found = Settings.parse(await client.call("GET", path, undefined, { deadlineMs: READ_MS }));
      const limits = Object.values(found).flatMap((group) => group["indices.query.bool.max_clause_count"] ?? []);
      known = rangesWithin(limits.length === 0 ? STANDARD_LIMIT : Math.min(...limits));
      return known;
    } catch (error) {
      if (error instanceof IndexAway) return rangesWithin(STANDARD_LIMIT);
      throw error;
    }
  };
}

function rangesWithin(limit: number): number {
  return Math.floor((limit - OTHER_CLAUSES) / 2);
}
