import { addressSetOfRanges, rangesOf } from "@network-access/traffic-sets/address-ranges";
import { type AddressSet, contains, isEmpty, overlaps } from "@network-access/traffic-sets/address-set";
import * as edges from "@network-access/traffic-sets/edges";
import type { FoundRow, RowIndex } from "../row-index/row-index.ts";
import { MOST_PARTS } from "../rows/column-texts.ts";
import type { CheckedQuery, Condition } from "../siql/checking/checked-query.ts";
import { all } from "../siql/compiling/clause.ts";
import { compileCondition } from "../siql/compiling/compile-condition.ts";
import { highlightOperands } from "./highlight-operands.ts";
import { addressesOf, type ListedObject, servicesOf } from "./object-sets.ts";
import type { SearchedDevice } from "./searched-estate.ts";

/**
 * The dependencies of `highlightRows`. The record of a rule may list only some of the addresses or services of an
 * object. In this case, unless `cutServices` in the record contains the complete set, `highlightRows` lets the search
 * index compare the object with the query's operands, and reads the result through `objects`.
 */
export interface HighlightNeeds {
  readonly objects: Pick<RowIndex, "list">;
  /** The devices of the rows by device id. Each device contains the revision of its rows. */
  readonly devices: ReadonlyMap<number, Pick<SearchedDevice, "revision">>;
  /** The most range clauses that a query to the search engine may contain. */
  readonly rangeClauses: number;
  readonly signal?: AbortSignal | undefined;
}

/** The names of the objects of a rule that overlap the operands of a query, for each column of the rule. */
export interface Highlight {
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  readonly services: readonly string[];
}

/** The set of addresses or services with which objects are compared. */
type Operand =
  | { readonly kind: "network"; readonly set: AddressSet }
  | { readonly kind: "service"; readonly set: edges.Edges };

/**
 * Objects that the search index must compare with an operand. If `hasAll` is true, the comparison finds the objects
 * that contain the whole operand. Otherwise it finds the objects that overlap the operand.
 */
interface OpenObjects {
  readonly operand: Operand;
  readonly hasAll: boolean;
  readonly ids: Set<string>;
}

const IDS_AT_ONCE = 1_000;

/** Returns, for each row, the names of those objects in its columns that overlap the operands of the query. */
export async function highlightRows(
  needs: HighlightNeeds,
  query: CheckedQuery,
  rows: readonly FoundRow[],
): Promise<readonly Highlight[]> {
  const operands = highlightOperands(query);
  const open = new Map<string, OpenObjects>();
  const columns = rows.map(({ record }) => {
    const families = record.families as readonly (4 | 6)[];
    const service = operands.service;
    const column = (name: string, operand: Operand | undefined) =>
      operand ? columnObjects(open, record, name, operand, `${name} ${families}`) : [];
    return {
      sources: column("sources", networkOperand(operands.source(families))),
      destinations: column("destinations", networkOperand(operands.destination(families))),
      services: column("services", service && { kind: "service", set: service }),
    };
  });
  const found = new Map<string, ReadonlySet<string>>();
  const ids = new Set(rows.map(({ deviceId }) => deviceId));
  const revisions = [...ids].flatMap((id) => needs.devices.get(id ?? 0)?.revision ?? []);
  for (const [key, objects] of open) found.set(key, await compareInIndex(needs, revisions, objects));
  const names = (objects: readonly ComparedObject[]) =>
    objects.flatMap(({ object, meets }) =>
      (typeof meets === "boolean" ? meets : isMet(object, meets)) ? [object.name] : [],
    );
  const isMet = ({ matchId, negated = false }: ListedObject, key: string) =>
    (found.get(key)?.has(matchId) ?? false) !== negated;
  return columns.map(({ sources, destinations, services }) => ({
    ...{ sources: names(sources), destinations: names(destinations), services: names(services) },
  }));
}

function networkOperand(set: AddressSet | undefined): Operand | undefined {
  return set && { kind: "network", set };
}

/**
 * An object of a column. `meets` says whether the object overlaps the operand. If only the search index can decide
 * this, `meets` is the key of the comparison in `open` that includes this object.
 */
interface ComparedObject {
  readonly object: ListedObject;
  readonly meets: boolean | string;
}

function columnObjects(
  open: Map<string, OpenObjects>,
  record: FoundRow["record"],
  column: string,
  operand: Operand,
  operandKey: string,
): readonly ComparedObject[] {
  const objects = (record[column] ?? []) as readonly ListedObject[];
  const cut = (record.cutServices ?? {}) as Readonly<Record<string, readonly number[]>>;
  return objects.map((object, place): ComparedObject => {
    const whole = column === "services" ? cut[place] : undefined;
    if (whole === undefined && isCut(object)) {
      const hasAll = object.negated ?? false;
      const key = `${operandKey} ${hasAll}`;
      const asked = open.get(key) ?? { operand, hasAll, ids: new Set<string>() };
      open.set(key, asked);
      asked.ids.add(object.matchId);
      return { object, meets: key };
    }
    return { object, meets: meetsOperand(object, operand, whole) };
  });
}

/**
 * Reports whether the record may list only a part of an object's addresses or services. `truncated` alone does not show
 * this: if a column has more objects than are listed, `truncated` is also set for its last listed object. An object
 * whose addresses or services are not all listed always has `MOST_PARTS` of them.
 */
function isCut({ truncated = false, addresses, services }: ListedObject): boolean {
  return truncated && (addresses ?? services ?? []).length >= MOST_PARTS;
}

/** Returns whether an object overlaps an operand. A negated object stands for all values except its own. */
function meetsOperand(object: ListedObject, operand: Operand, whole: readonly number[] | undefined): boolean {
  const { type, negated = false } = object;
  if (operand.kind === "network") {
    if (isEmpty(operand.set)) return false;
    if (type === "ANY") return true;
    if (type === "NOT_UNDERSTOOD") return false;
    const set = addressesOf(object);
    return negated ? !contains(set, operand.set) : overlaps(set, operand.set);
  }
  if (operand.set.length === 0) return false;
  if (type === "ANY") return true;
  if (type === "NOT_UNDERSTOOD") return false;
  const set = whole ? Uint32Array.from(whole) : servicesOf(object);
  return negated ? !edges.contains(set, operand.set) : edges.overlaps(set, operand.set);
}

/**
 * Returns the ids of the objects that overlap the operand or, if `hasAll` is true, contain the whole operand. Splits
 * the operand into several queries if it has more ranges than one query may contain.
 */
async function compareInIndex(
  needs: HighlightNeeds,
  revisions: readonly number[],
  { operand, hasAll, ids }: OpenObjects,
): Promise<ReadonlySet<string>> {
  let found = new Set<string>(hasAll ? ids : []);
  if (isEmptyOperand(operand)) return found;
  for (const condition of conditionsOf(operand, hasAll ? "IS SUPERSET OF" : "INTERSECTS", needs.rangeClauses)) {
    const some = await listObjects(needs, { kind: operand.kind, condition, revisions, ids: [...ids] });
    found = hasAll ? found.intersection(some) : found.union(some);
  }
  return found;
}

function isEmptyOperand({ kind, set }: Operand): boolean {
  return kind === "network" ? isEmpty(set) : set.length === 0;
}

type SetCondition = Extract<Condition, { readonly kind: "network" | "service" }>;

function conditionsOf(operand: Operand, operator: SetCondition["operator"], most: number): readonly SetCondition[] {
  // A query may have at most `most` range clauses, and a range needs at most one. The operand is therefore split into
  // pieces of at most `size` ranges. A piece may need fewer clauses: the index stores IPv4 addresses as IPv6 addresses,
  // so an IPv4 range and an IPv6 range may merge.
  const size = Math.max(1, most);
  const { kind, set } = operand;
  if (kind === "network") {
    const ranges = rangesOf(set);
    return pieces(ranges.length, size).map(([from, to]) => ({
      ...{ kind, attribute: "address", operator, operand: addressSetOfRanges(ranges.slice(from, to)) },
    }));
  }
  return pieces(Math.ceil(set.length / 2), size).map(([from, to]) => ({
    ...{ kind, attribute: "service", operator, operand: set.slice(from * 2, to * 2) },
  }));
}

function pieces(count: number, size: number): readonly (readonly [from: number, to: number])[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, piece) => [piece * size, (piece + 1) * size] as const);
}

interface ObjectQuery {
  readonly kind: Operand["kind"];
  readonly condition: Condition;
  readonly revisions: readonly number[];
  readonly ids: readonly string[];
}

async function listObjects(
  { objects, signal }: HighlightNeeds,
  { kind, condition, revisions, ids }: ObjectQuery,
): Promise<ReadonlySet<string>> {
  const entity = kind === "network" ? "networkobj" : "serviceobj";
  const context = { stanza: entity, now: 0, slots: new Map(), count: () => undefined } as const;
  const found = new Set<string>();
  for (const [from, to] of pieces(ids.length, IDS_AT_ONCE)) {
    const these = { terms: { row_id: ids.slice(from, to) } };
    const clause = all([{ terms: { revision: revisions } }, these, compileCondition(condition, context)]);
    for (const { id } of (await objects.list(entity, clause, signal)).rows) found.add(id);
  }
  return found;
}
