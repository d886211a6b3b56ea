import { type InvalidInput, invalidInput } from "@network-access/service-runtime/failure";
import type { FoundRow, RowIndex } from "../row-index/row-index.ts";
import { REVISION_ROWS } from "../rows/revision-rows.ts";
import type { RowEntity } from "../rows/row.ts";
import type { CheckContext } from "../siql/checking/check-context.ts";
import type { CheckedQuery } from "../siql/checking/checked-query.ts";
import { compileQuery, type QuerySettings } from "../siql/compiling/compile-query.ts";
import { compileSort, readSort, type SortKey } from "../siql/compiling/compile-sort.ts";
import type { QueryError } from "../siql/language/query-error.ts";
import type { EntityName } from "../siql/schema/entities.ts";
import { readQuery } from "./read-query.ts";
import { type SearchedDevice, type SearchedEstate, selectDevices, selectGroups } from "./searched-estate.ts";
import { sortRecords } from "./sort-records.ts";

/** What searches need of the process. */
export interface SearchNeeds {
  readonly rows: RowIndex;
  /** What queries are checked against and compiled with, at the moment of a request. */
  readonly settings: () => Promise<QuerySettings & CheckContext>;
}

/** A search as it is asked for; `estate` is what its caller sees. */
export interface Search {
  readonly entity: SearchedEntity;
  readonly q: string;
  /** From 0. */
  readonly from: number;
  readonly size: number;
  readonly sort: readonly string[];
  readonly sortdir: string | null;
  readonly estate: SearchedEstate;
  readonly signal?: AbortSignal;
}

export type SearchFailure = InvalidInput | { readonly kind: "invalid-query"; readonly error: QueryError };

export type SearchAnswer =
  | { readonly ok: true; readonly total: number; readonly results: readonly object[] }
  | { readonly ok: false; readonly failure: SearchFailure };

/** The rows that the engine finds without `search_after`. */
const WINDOW = 10_000;

/** One page of what a query finds. */
export async function searchEntity(needs: SearchNeeds, search: Search): Promise<SearchAnswer> {
  const { entity, q, from, size, estate } = search;
  const settings = await needs.settings();
  const read = readQuery(q, entity, settings);
  if (!read.ok) return { ok: false, failure: { kind: "invalid-query", error: read.error } };
  const sort = readSort(entity, search.sort, search.sortdir);
  if (!sort.ok) return { ok: false, failure: invalidInput("sort", sort.message) };
  if (entity === "device" || entity === "devicegroup") return searchEstate(entity, read.query, sort.keys, search);
  if (from + size > WINDOW) {
    const message = `page and pageSize reach behind the first ${WINDOW} rows; narrow the query, or read rules from /siql/secrule/stream`;
    return { ok: false, failure: invalidInput("page", message) };
  }
  const devices = selectDevices(read.query.filters, estate);
  const revisions = devices.flatMap(({ revision }) => revision ?? []);
  const compiled = compileQuery(read.query, { kind: "revisions", revisions }, settings);
  if (!compiled.ok) return { ok: false, failure: invalidInput("q", compiled.message) };
  const asked = { clause: compiled.clause, sort: compileSort(entity, sort.keys), from, size };
  const { total, rows } = await needs.rows.search(entity, asked, search.signal);
  const names = new Map(devices.map((device) => [device.id, device]));
  return { ok: true, total, results: rows.map((row) => answeredRow(row, names)) };
}

/** The entities that are searched. */
export type SearchedEntity = RowEntity | "device" | "devicegroup";

export function isSearched(entity: EntityName): entity is SearchedEntity {
  return entity === "device" || entity === "devicegroup" || Object.hasOwn(REVISION_ROWS, entity);
}

/** A row with its device as it is called now. */
export function answeredRow({ record, deviceId }: FoundRow, devices: ReadonlyMap<number, SearchedDevice>): object {
  const device = devices.get(deviceId ?? 0);
  return device ? { ...record, ndDevice: { id: device.id, name: device.name } } : record;
}

function searchEstate(
  entity: "device" | "devicegroup",
  { filters }: CheckedQuery,
  keys: readonly SortKey[],
  { estate, from, size }: Search,
): SearchAnswer {
  const found = entity === "device" ? selectDevices(filters, estate) : selectGroups(filters, estate);
  const results = sortRecords(found, keys).slice(from, from + size);
  return { ok: true, total: found.length, results: results.map(({ record }) => record) };
}
