import { writeAliasOf } from "@network-access/service-runtime/opensearch-alias";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway, IndexRefused } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import { entityDocument } from "./entity-document.ts";
import type { RefusedChange } from "./entity-index.ts";
import type { EntityChange } from "./entity-store.ts";
import { keyText } from "./put-entity.ts";

const WRITE_MS = 60_000;
/**
 * The maximum length of the JSON of the changes in one call, in characters. A longer change is sent in a call of its
 * own.
 */
const MOST_BYTES = 4 * 1_024 * 1_024;

const Outcome = z.object({
  status: z.int(),
  error: z.object({ type: z.string(), reason: z.string().nullish() }).optional(),
});
const BulkAnswer = z.object({ items: z.array(z.union([z.object({ index: Outcome }), z.object({ delete: Outcome })])) });

/**
 * Writes changes to one index. A change is skipped if the index has the same or a higher version of the entity. Returns
 * the changes that the index refused. Throws IndexAway if the index is unavailable or no longer exists.
 */
export async function writeEntities(
  client: OpenSearchClient,
  index: string,
  changes: readonly EntityChange[],
): Promise<readonly RefusedChange[]> {
  const refused: RefusedChange[] = [];
  let call: { change: EntityChange; lines: object[] }[] = [];
  let bytes = 0;
  const send = async () => {
    refused.push(...(await writeOnce(client, index, call)));
    [call, bytes] = [[], 0];
  };
  for (const change of changes) {
    const lines = linesOf(change);
    const size = JSON.stringify(lines).length;
    if (call.length > 0 && bytes + size > MOST_BYTES) await send();
    call.push({ change, lines });
    bytes += size;
  }
  if (call.length > 0) await send();
  return refused;
}

function linesOf(change: EntityChange): object[] {
  const version = { _id: keyText(change.entity), version: change.version, version_type: "external" };
  return change.isDeleted ? [{ delete: version }] : [{ index: version }, entityDocument(change)];
}

async function writeOnce(
  client: OpenSearchClient,
  index: string,
  call: readonly { readonly change: EntityChange; readonly lines: readonly object[] }[],
): Promise<readonly RefusedChange[]> {
  const path = `/${writeAliasOf(index)}/_bulk?require_alias=true`;
  const lines = call.flatMap((one) => one.lines);
  const { items } = BulkAnswer.parse(await callIndex(client, path, lines));
  if (items.length !== call.length) throw new IndexAway(`${items.length} of ${call.length} changes were answered`);
  return items.flatMap((item, place) => {
    const { status, error } = "index" in item ? item.index : item.delete;
    const change = call[place]?.change;
    // Status 409 means that the index has the same or a higher version. A result without an error means that the change
    // was written, or that the entity to delete did not exist.
    if (status === 409 || !error || !change) return [];
    const reason = `${status} ${error.type}: ${error.reason ?? "no reason given"}`;
    if (status !== 400) throw new IndexAway(`an entity was answered with ${reason}`);
    return [{ change, reason }];
  });
}

/**
 * Sends changes to the write alias in `path`. Throws IndexAway if the alias is missing. OpenSearch reports a missing
 * alias with status 404, or as an invalid index name if the name of the alias contains capital letters.
 */
async function callIndex(client: OpenSearchClient, path: string, lines: readonly object[]): Promise<unknown> {
  try {
    return await client.call("POST", path, lines, { deadlineMs: WRITE_MS });
  } catch (error) {
    if (error instanceof IndexRefused && (error.status === 404 || error.type === "invalid_index_name_exception"))
      throw new IndexAway("an index is gone", error);
    throw error;
  }
}
