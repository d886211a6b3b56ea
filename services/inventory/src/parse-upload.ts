import { type FaultList, type FieldFault, faultList } from "@network-access/firewall-rules/field-fault";
import { checkId, checkLine } from "@network-access/firewall-rules/text";
import type { Scope } from "./discovery-run.ts";
import { isObject, shorten } from "./parse-item.ts";

/** Most items one upload may bring. */
const MOST_ITEMS = 1_000;
const members = new Set(["discoveryId", "scope", "items"]);
const scopeMembers = new Set(["accountIds", "regions", "types"]);

/** The frame of an upload; its items are read one by one, so that a bad one never stops a good one. */
interface Upload {
  readonly discoveryId: string;
  /** Undefined when the upload says nothing about it. */
  readonly scope: Scope | undefined;
  readonly items: readonly unknown[];
}

export type ParsedUpload =
  | { readonly ok: true; readonly upload: Upload }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** Reads the frame of an upload. Never throws, whatever it is given; every fault is named at once. */
export function parseUpload(body: unknown): ParsedUpload {
  const faults = faultList();
  if (!isObject(body)) {
    faults.add("", "the body is not an object; send discoveryId and items");
    return { ok: false, faults: faults.all() };
  }
  for (const name of Object.keys(body))
    if (!members.has(name)) faults.add(shorten(name), "is not known here; send discoveryId, items and perhaps scope");
  const { discoveryId, items } = body;
  if (typeof discoveryId !== "string")
    faults.add("discoveryId", "is missing; send a text that names this discovery run");
  else checkId(faults, "discoveryId", discoveryId);
  const scope = body.scope == null ? undefined : parseScope(faults, "scope", body.scope);
  if (!Array.isArray(items)) faults.add("items", `is missing; send a list of 1 to ${MOST_ITEMS} items`);
  else if (items.length === 0 || items.length > MOST_ITEMS)
    faults.add("items", `has ${items.length} entries; 1 to ${MOST_ITEMS} work`);
  if (!faults.empty || typeof discoveryId !== "string" || !Array.isArray(items))
    return { ok: false, faults: faults.all() };
  return { ok: true, upload: { discoveryId, scope, items } };
}

function parseScope(faults: FaultList, path: string, value: unknown): Scope {
  if (!isObject(value)) {
    faults.add(path, "is not an object; send accountIds, regions or types, or leave it out");
    return { accountIds: null, regions: null, types: null };
  }
  for (const name of Object.keys(value))
    if (!scopeMembers.has(name))
      faults.add(`${path}.${shorten(name)}`, "is not known here; a scope has accountIds, regions and types");
  const list = (name: "accountIds" | "regions" | "types") => parseList(faults, `${path}.${name}`, value[name]);
  return { accountIds: list("accountIds"), regions: list("regions"), types: list("types") };
}

function parseList(faults: FaultList, path: string, value: unknown): readonly string[] | null {
  if (value == null) return null;
  if (!Array.isArray(value) || value.length === 0 || value.length > 1_000) {
    faults.add(path, "must be a list of 1 to 1,000 texts; leave it out to mean all");
    return null;
  }
  for (const [index, text] of value.entries()) {
    if (typeof text === "string") checkLine(faults, `${path}[${index}]`, text, 1_024);
    else faults.add(`${path}[${index}]`, "is not a text; send it in quotes");
  }
  const texts = value.filter((text) => typeof text === "string");
  return [...new Set(texts)].sort();
}
