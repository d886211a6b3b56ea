import { writeAliasOf } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import type { RowWrite } from "./row-index.ts";
import { notedFields, updateNotes } from "./update-notes.ts";

const WRITE_MS = 60_000;
/** The HTTP status for a row whose id the index already has. */
const CONFLICT = 409;

const BulkAnswer = z.object({
  errors: z.boolean(),
  items: z.array(z.object({ create: z.object({ status: z.int(), error: z.unknown().optional() }) })).optional(),
});

/**
 * Writes rows to one index. If the index already has a row, only the row's notes are replaced, and only if the given
 * notes are newer. Throws IndexAway if OpenSearch refuses a row.
 */
export async function writeRows(client: OpenSearchClient, index: string, rows: readonly RowWrite[]): Promise<void> {
  const lines = rows.flatMap(({ id, document, notes }): object[] => [
    { create: { _id: id } },
    { ...document, ...(notes && notedFields(notes)) },
  ]);
  const path = `/${writeAliasOf(index)}/_bulk?require_alias=true&filter_path=errors,items.*.status,items.*.error`;
  const answer = BulkAnswer.parse(await client.call("POST", path, lines, { deadlineMs: WRITE_MS }));
  if (!answer.errors) return;
  const items = (answer.items ?? []).map((item) => item.create);
  const refused = items.find(({ status, error }) => error !== undefined && status !== CONFLICT);
  if (refused || items.length !== rows.length)
    throw new IndexAway(`a row was refused: ${JSON.stringify(refused).slice(0, 500)}`);
  const there = rows.filter((_, place) => items[place]?.status === CONFLICT);
  await updateNotes(
    client,
    index,
    there.flatMap(({ id, notes }) => (notes ? [{ id, notes }] : [])),
  );
}
