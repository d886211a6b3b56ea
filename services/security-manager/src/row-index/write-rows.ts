import { writeAliasOf } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import type { RowWrite } from "./row-index.ts";

const WRITE_MS = 60_000;

const BulkAnswer = z.object({
  errors: z.boolean(),
  items: z.array(z.object({ index: z.object({ status: z.int(), error: z.unknown().optional() }) })).optional(),
});
/** Writes rows to one index; rows of the same ids are replaced. Throws IndexAway when one is refused. */
export async function writeRows(client: OpenSearchClient, index: string, rows: readonly RowWrite[]): Promise<void> {
  const lines = rows.flatMap(({ id, document }): object[] => [{ index: { _id: id } }, document]);
  const path = `/${writeAliasOf(index)}/_bulk?require_alias=true&filter_path=errors,items.*.status,items.*.error`;
  const answer = BulkAnswer.parse(await client.call("POST", path, lines, { deadlineMs: WRITE_MS }));
  const refused = answer.items?.find((item) => item.index.error !== undefined);
  if (answer.errors) throw new IndexAway(`a row was refused: ${JSON.stringify(refused?.index).slice(0, 500)}`);
}
