import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { z } from "zod";
import { fieldOf } from "../columns/index-fields.ts";

/**
 * The maximum number of rows that one call renames. Renaming 2,000 rows takes OpenSearch about a second. A call must be
 * short, because OpenSearch completes it even if the process that sent it has ended.
 */
const RENAMED_AT_ONCE = 2_000;
const RENAME_MS = 30_000;

const Updated = z.object({ total: z.int(), failures: z.array(z.unknown()) });

const INTERFACE_NAME = fieldOf("interface", "deviceName");
const SCRIPT = `ctx._source.device_name = params.name;
  if (ctx._source.containsKey(params.field)) ctx._source[params.field] = params.name;`;

/**
 * Writes the device name `name` into rows of a device that have a different device name, at most `RENAMED_AT_ONCE` rows
 * per call. Returns false if all rows of the device already have this device name.
 */
export async function renameRows(
  client: OpenSearchClient,
  index: string,
  deviceId: number,
  name: string,
): Promise<boolean> {
  await client.call("POST", `/${index}/_refresh`, undefined, { deadlineMs: RENAME_MS });
  // A row that another request to OpenSearch changes at the same moment is skipped. The next call of `renameRows` finds
  // the row again.
  const path = `/${index}/_update_by_query?conflicts=proceed&refresh=true&max_docs=${RENAMED_AT_ONCE}`;
  const body = {
    query: { bool: { filter: [{ term: { device: deviceId } }], must_not: [{ term: { device_name: name } }] } },
    script: { source: SCRIPT, params: { name, field: INTERFACE_NAME } },
  };
  const { total, failures } = Updated.parse(await client.call("POST", path, body, { deadlineMs: RENAME_MS }));
  if (failures.length > 0) throw new IndexAway(`a row was not renamed: ${JSON.stringify(failures[0]).slice(0, 500)}`);
  return total > 0;
}
