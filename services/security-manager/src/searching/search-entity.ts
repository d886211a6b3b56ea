import { type InvalidInput, invalidInput } from "@network-access/service-runtime/failure";
import type { RowIndex } from "../row-index/row-index.ts";
import type { CheckContext } from "../siql/checking/check-context.ts";
import type { CheckedQuery } from "../siql/checking/checked-query.ts";
import { type Compiled, compileQuery, type QuerySettings } from "../siql/compiling/compile-query.ts";
import { compileSort, readSort, type SortKey } from "../siql/compiling/compile-sort.ts";
import type { QueryError } from "../siql/language/query-error.ts";
import { type EntityName, isPutEntity } from "../siql/schema/entities.ts";
import { answerRows, type RecordSources } from "./answer-rows.ts";
import { compilePutQuery } from "./compile-put-query.ts";
import type { EntitySearch } from "./entity-search.ts";
import { readQuery } from "./read-query.ts";
import { type SearchedEstate, selectDevices, selectGroups } from "./searched-estate.ts";
import { sortRecords } from "./sort-records.ts";

/** The dependencies of searches. */
export interface SearchNeeds {
  readonly rows: Pick<RowIndex, "search" | "list">;
  readonly entities: EntitySearch;
  readonly records: RecordSources;
  /** Returns the settings for checking and compiling a query, as of the time of the call. */
  readonly settings: (q: string) => Promise<QuerySettings & CheckContext>;
}

/** A search as a caller requests it. `estate` contains only what the caller may see. */
export interface Search {
  readonly entity: EntityName;
  readonly q: string;
  /** The position of the first row, counted from 0. */
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

/** OpenSearch returns only the first 10,000 rows of a result, unless the search uses `search_after`. */
const WINDOW = 10_000;

/** Returns one page of the records that a query finds. */
export async function searchEntity(needs: SearchNeeds, search: Search): Promise<SearchAnswer> {
  const { entity, q, from, size, estate } = search;
  const settings = await needs.settings(q);
  const read = readQuery(q, entity, settings);
  if (!read.ok) return { ok: false, failure: { kind: "invalid-query", error: read.error } };
  const sort = readSort(entity, search.sort, search.sortdir);
  if (!sort.ok) return { ok: false, failure: invalidInput("sort", sort.message) };
  if (entity === "device" || entity === "devicegroup") return searchEstate(entity, read.query, sort.keys, search);
  if (from + size > WINDOW) {
    const message = `page and pageSize reach behind the first ${WINDOW} rows; narrow the query, or read rules from /siql/secrule/stream`;
    return { ok: false, failure: invalidInput("page", message) };
  }
  const compiled = await compileRows(needs, entity, read.query, { ...search, settings });
  if (!compiled.ok) return { ok: false, failure: invalidInput("q", compiled.message) };
  const asked = { clause: compiled.clause, sort: compileSort(entity, sort.keys), from, size };
  const found = isPutEntity(entity)
    ? await needs.entities.search(entity, asked, search.signal)
    : await needs.rows.search(entity, asked, search.signal);
  if (found === "too-large") {
    const message = `${size} records are more than one answer may hold (31 MiB); ask for fewer`;
    return { ok: false, failure: invalidInput("pageSize", message) };
  }
  const { total, rows } = found;
  const devices = new Map(estate.devices.map((device) => [device.id, device]));
  const answering = { ...settings, query: read.query, devices, objects: needs.rows, signal: search.signal };
  return { ok: true, total, results: await answerRows(needs.records, rows, answering) };
}

async function compileRows(
  { entities }: SearchNeeds,
  entity: IndexedEntity,
  query: CheckedQuery,
  from: Pick<Search, "estate" | "signal"> & { readonly settings: QuerySettings },
): Promise<Compiled> {
  if (isPutEntity(entity)) return compilePutQuery(entities, entity, query, from);
  const revisions = selectDevices(query.filters, from.estate).flatMap(({ revision }) => revision ?? []);
  return compileQuery(query, { kind: "revisions", revisions }, from.settings);
}

type IndexedEntity = Exclude<EntityName, "device" | "devicegroup">;

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
