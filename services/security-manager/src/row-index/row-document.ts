import { type ColumnValue, isNetworkColumn, isServiceColumn } from "../columns/column-value.ts";
import { ANY, addressRanges, fieldOf, HASH, hashOfRanges, serviceRanges } from "../columns/index-fields.ts";
import type { Row, RowEntity } from "../rows/row.ts";
import { stanzasOf } from "./row-mapping.ts";

/** Whose rows are written. */
export interface RowOwner {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly revision: number;
}

/** What the index keeps of a row. */
export function rowDocument(entity: RowEntity, row: Row, { deviceId, deviceName, revision }: RowOwner): object {
  const fields: Record<string, unknown> = {
    ...{ revision, device: deviceId, device_name: deviceName },
    ...{ policy_place: row.policyPlace, place: row.place, row_id: row.id, record: JSON.stringify(row.record) },
  };
  for (const stanza of stanzasOf(entity))
    for (const [name, value] of Object.entries(row.values[stanza] ?? {}))
      addFields(fields, fieldOf(stanza, name), value);
  if (entity === "interface") fields[fieldOf("interface", "deviceName")] = deviceName;
  return fields;
}

/** Equal rows of different revisions are different documents. The id of a rule's row is that of the rule. */
export function documentId(revision: number, rowId: string): string {
  return `${revision}:${rowId}`;
}

function addFields(fields: Record<string, unknown>, field: string, value: ColumnValue): void {
  if (isNetworkColumn(value)) addRanges(fields, field, addressRanges(value.set), value.isAny);
  else if (isServiceColumn(value)) addRanges(fields, field, serviceRanges(value.set), value.isAny);
  else if (value !== null) fields[field] = value;
}

function addRanges(
  fields: Record<string, unknown>,
  field: string,
  ranges: ReturnType<typeof addressRanges> | ReturnType<typeof serviceRanges>,
  isAny: boolean,
): void {
  fields[field + ANY] = isAny;
  if (ranges.length === 0) return;
  fields[field] = ranges;
  fields[field + HASH] = hashOfRanges(ranges);
}
