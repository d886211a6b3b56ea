import { writeAliasOf } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import { fieldOf } from "../columns/index-fields.ts";
import { EMPTY, PRESENT, PROPERTIES } from "../siql/compiling/compile-property.ts";
import type { NotesUpdate, RowNotes } from "./row-index.ts";
import { NOTES_VERSION } from "./row-mapping.ts";

const WRITE_MS = 60_000;
const AT_ONCE = 500;
/** The maximum number of times that OpenSearch retries an update if another write changes the row at the same time. */
const ATTEMPTS = 5;

const FIELDS = [fieldOf("rule", "lastUsed"), PROPERTIES, PRESENT, EMPTY];

const SCRIPT = `
  def known = ctx._source.${NOTES_VERSION};
  if (known != null && ((Number) known).longValue() >= params.version) { ctx.op = 'none'; }
  else {
    for (field in params.names) { ctx._source.remove(field); }
    ctx._source.putAll(params.fields);
    ctx._source.${NOTES_VERSION} = params.version;
  }`;

const BulkAnswer = z.object({
  errors: z.boolean(),
  // The response may omit items without an error.
  items: z.array(z.object({ update: z.object({ error: z.looseObject({ type: z.string() }).optional() }) })).optional(),
});

/** Returns the fields that the notes of a rule add to its row. */
export function notedFields({ version, fields }: RowNotes): object {
  return { ...fields, [NOTES_VERSION]: version };
}

/**
 * Replaces the notes of rows in one index. Skips rows that the index does not have, and rows whose notes have the same
 * version or a newer one. Throws IndexAway if OpenSearch refuses an update.
 */
export async function updateNotes(
  client: OpenSearchClient,
  index: string,
  updates: readonly NotesUpdate[],
): Promise<void> {
  const path = `/${writeAliasOf(index)}/_bulk?require_alias=true&filter_path=errors,items.update.error`;
  for (let from = 0; from < updates.length; from += AT_ONCE) {
    const lines = updates
      .slice(from, from + AT_ONCE)
      .flatMap(({ id, notes: { version, fields } }): object[] => [
        { update: { _id: id, retry_on_conflict: ATTEMPTS } },
        { script: { lang: "painless", source: SCRIPT, params: { version, fields, names: FIELDS } } },
      ]);
    const answer = BulkAnswer.parse(await client.call("POST", path, lines, { deadlineMs: WRITE_MS }));
    if (!answer.errors) continue;
    const errors = (answer.items ?? []).flatMap(({ update }) => update.error ?? []);
    const refused = errors.find(({ type }) => type !== "document_missing_exception");
    if (refused) throw new IndexAway(`notes of a row were refused: ${JSON.stringify(refused).slice(0, 500)}`);
  }
}
