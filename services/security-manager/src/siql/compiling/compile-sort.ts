import { fieldOf } from "../../columns/index-fields.ts";
import { quoted } from "../language/query-error.ts";
import { nearestName } from "../operands/nearest-name.ts";
import type { Attribute } from "../schema/attribute.ts";
import { ENTITIES, type EntityName, isPutEntity, STANZAS } from "../schema/entities.ts";

/** One key of a sort. `name` is the canonical name of an attribute, or "device.name" or "policy.name". */
export interface SortKey {
  readonly name: string;
  readonly descending: boolean;
}

export type SortReading =
  | { readonly ok: true; readonly keys: readonly SortKey[] }
  | { readonly ok: false; readonly message: string };

export const MOST_SORT_KEYS = 3;
const DEVICE_NAME = "device.name";
const POLICY_NAME = "policy.name";

/**
 * Parses the parameters `sort` and `sortdir`. A `-` before a key means descending order. Keys without `-` have the
 * direction `sortdir`.
 */
export function readSort(entity: EntityName, sort: readonly string[], sortdir: string | null): SortReading {
  const direction = (sortdir ?? "asc").toLowerCase();
  if (direction !== "asc" && direction !== "desc")
    return { ok: false, message: `sortdir: ${quoted(sortdir ?? "")} is no direction; asc and desc are` };
  const written = sort.flatMap((value) => value.split(",")).filter((key) => key.trim() !== "");
  if (written.length > MOST_SORT_KEYS)
    return { ok: false, message: `sort: ${written.length} keys are too many; ${MOST_SORT_KEYS} work` };
  const known = sortableNames(entity);
  const keys: SortKey[] = [];
  for (const key of written.map((one) => one.trim())) {
    const name = key.replace(/^-/, "");
    const found = known.get(name.toLowerCase());
    if (found === undefined) {
      const names = sortKeys(entity);
      const nearest = nearestName(name, names);
      const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
      return { ok: false, message: `sort: ${quoted(name)} is no key of ${entity}; ${names.join(", ")} work${hint}` };
    }
    keys.push({ name: found, descending: key.startsWith("-") || direction === "desc" });
  }
  return { ok: true, keys };
}

/**
 * Returns the sort order in the form that OpenSearch reads: the given keys, followed by the default order. Rows without
 * a value of a given key come after the rows that have a value.
 */
export function compileSort(entity: EntityName, keys: readonly SortKey[]): readonly object[] {
  const own = keys.map(({ name, descending }) => ({
    [fieldOfKey(entity, name)]: { order: descending ? "desc" : "asc", missing: "_last" },
  }));
  return [...own, ...defaultOrder(entity).map((field) => ({ [field]: "asc" }))];
}

/** Returns the fields of the default order. Entities without a device come last. */
export function defaultOrder(entity: EntityName): readonly string[] {
  return isPutEntity(entity) ? ["device", "row_id"] : ["device", "policy_place", "place"];
}

function fieldOfKey(entity: EntityName, name: string): string {
  if (name === DEVICE_NAME) return "device_name";
  return name === POLICY_NAME ? fieldOf("policy", "name") : fieldOf(ENTITIES[entity].stanza, name);
}

/** Returns the keys by which the records of an entity can be sorted. */
export function sortKeys(entity: EntityName): readonly string[] {
  return [...new Set(sortableNames(entity).values())];
}

/** Returns a map from the names and aliases of the sort keys, in lower case, to their canonical names. */
function sortableNames(entity: EntityName): ReadonlyMap<string, string> {
  const { stanza, stanzas } = ENTITIES[entity];
  const attributes: readonly Attribute[] = STANZAS[stanza];
  const names = new Map<string, string>();
  for (const { name, aliases, sortable } of attributes)
    if (sortable && name !== "unused")
      for (const spelling of [name, ...aliases]) names.set(spelling.toLowerCase(), name);
  if (stanza !== "device" && stanza !== "devicegroup") {
    names.set(DEVICE_NAME, DEVICE_NAME);
    if (stanzas.some((one) => one === "policy") && stanza !== "policy") names.set(POLICY_NAME, POLICY_NAME);
  }
  return names;
}
