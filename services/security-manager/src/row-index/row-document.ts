import { type ColumnValue, isNetworkColumn, isServiceColumn } from "../columns/column-value.ts";
import { ANY, addressRanges, HASH, hashOfRanges, propertyOf, serviceRanges } from "../columns/index-fields.ts";
import type { Row, RowEntity } from "../rows/row.ts";
import type { StanzaName } from "../siql/schema/entities.ts";
import { stanzasOf } from "./row-mapping.ts";

/** The device and the revision to which the rows belong. */
export interface RowOwner {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly revision: number;
}

/** Returns the document that the index stores for a row. */
export function rowDocument(entity: RowEntity, row: Row, { deviceId, deviceName, revision }: RowOwner): object {
  const fields: Record<string, unknown> = {
    ...{ revision, device: deviceId, device_name: deviceName },
    ...{ policy_place: row.policyPlace, place: row.place, row_id: row.id, record: JSON.stringify(row.record) },
  };
  for (const stanza of stanzasOf(entity)) Object.assign(fields, documentFields(stanza, row.values[stanza] ?? {}));
  if (entity === "interface") fields[propertyOf("interface", "deviceName")] = deviceName;
  return fields;
}

/**
 * Returns the id of the document that stores a row of a device revision. Equal rows of two revisions have two
 * documents, because the id contains the revision. For a rule, `rowId` is the id of the rule.
 */
export function documentId(revision: number, rowId: string): string {
  return `${revision}:${rowId}`;
}

/** Returns the document fields that store the values of a stanza's attributes. */
export function documentFields(stanza: StanzaName, values: Readonly<Record<string, ColumnValue>>): object {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) addFields(fields, propertyOf(stanza, name), value);
  return fields;
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
