import { type FaultList, type FieldFault, faultList } from "@network-access/firewall-rules/field-fault";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import { characterCount, checkLine } from "@network-access/firewall-rules/text";
import { parseCidr } from "@network-access/traffic-sets/cidr";
import { nestingOf } from "./canonical-json.ts";
import type { ItemContent, ItemTag } from "./item.ts";
import { parseMacAddress } from "./mac-address.ts";

const keyParts = ["accountId", "region", "type", "id"] as const;
const optionalTexts = ["cloudAccountId", "name", "typeName", "hostname", "vendor"] as const;
const members = new Set<string>([...keyParts, ...optionalTexts, "macAddress", "ips", "tags", "item"]);
const MOST_ADDRESSES = 1_000;
const MOST_TAGS = 100;
const MOST_ATTRIBUTE_BYTES = 256 * 1_024;
const DEEPEST_ATTRIBUTES = 100;

/** `key` is what could be read of the key: null when a part of it is missing or wrong. */
export type ParsedItem =
  | { readonly ok: true; readonly content: ItemContent }
  | { readonly ok: false; readonly key: ItemKey | null; readonly faults: readonly FieldFault[] };

/** Reads one item as a connector sends it. Never throws, whatever it is given; every fault is named at once, below `path`. */
export function parseItem(value: unknown, path: string): ParsedItem {
  const faults = faultList();
  if (!isObject(value)) {
    faults.add(path, "is not an object; send accountId, region, type, id and what is known beside them");
    return { ok: false, key: null, faults: faults.all() };
  }
  const key = parseItemKey(faults, path === "" ? "" : `${path}.`, value);
  for (const name of Object.keys(value)) {
    if (!members.has(name))
      faults.add(`${path}.${shorten(name)}`, `is not a member of an item; known are ${[...members].join(", ")}`);
  }
  const at = (name: string) => `${path}.${name}`;
  const text = (name: (typeof optionalTexts)[number]) => parseText(faults, at(name), value[name], 1_024);
  const content = {
    cloudAccountId: text("cloudAccountId"),
    name: text("name"),
    typeName: text("typeName"),
    hostname: text("hostname"),
    vendor: text("vendor"),
    macAddress: parseMac(faults, at("macAddress"), value.macAddress),
    ips: parseAddresses(faults, at("ips"), value.ips),
    tags: parseTags(faults, at("tags"), value.tags),
    attributes: parseAttributes(faults, at("item"), value.item),
  };
  if (!faults.empty || key === null) return { ok: false, key, faults: faults.all() };
  return { ok: true, content: { key, ...content } };
}

/** Reads the four parts of a key out of an object; null, with the faults told, when one is missing or wrong. */
export function parseItemKey(
  faults: FaultList,
  prefix: string,
  value: Readonly<Record<string, unknown>>,
): ItemKey | null {
  let whole = true;
  const read = (part: (typeof keyParts)[number]) => {
    const text = value[part];
    if (typeof text === "string" && isLine(faults, `${prefix}${part}`, text)) return text;
    if (typeof text !== "string")
      faults.add(
        `${prefix}${part}`,
        text == null ? "is missing; a text is needed" : "is not a text; send it in quotes",
      );
    whole = false;
    return "";
  };
  const key = { accountId: read("accountId"), region: read("region"), type: read("type"), id: read("id") };
  return whole ? key : null;
}

/** Whether JSON gave an object that is not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names that come from outside, short enough to be said again. */
export function shorten(text: string): string {
  return text.length > 64 ? `${[...text.slice(0, 64)].join("")}...` : text;
}

function isLine(faults: FaultList, path: string, text: string): boolean {
  const own = faultList();
  checkLine(own, path, text, 1_024);
  for (const fault of own.all()) faults.add(fault.path, fault.message);
  return own.empty;
}

function parseText(faults: FaultList, path: string, value: unknown, max: number): string | null {
  if (value == null) return null;
  if (typeof value !== "string") faults.add(path, "is not a text; send it in quotes or leave it out");
  else if (value.length > max && characterCount(value) > max)
    faults.add(path, `has ${characterCount(value)} characters; at most ${max} work`);
  else if (value.includes("\u0000")) faults.add(path, "holds the character U+0000; leave it out");
  else if (!value.isWellFormed()) faults.add(path, "holds half a character (a lone surrogate); leave it out");
  else return value;
  return null;
}

function parseMac(faults: FaultList, path: string, value: unknown): string | null {
  const text = parseText(faults, path, value, 64);
  if (text === null) return null;
  const mac = parseMacAddress(text);
  if (mac === undefined)
    faults.add(path, `"${shorten(text)}" is not a hardware address; write 6 or 8 bytes, such as 00:1a:2b:3c:4d:5e`);
  return mac ?? null;
}

function parseAddresses(faults: FaultList, path: string, value: unknown): readonly string[] {
  if (value == null) return [];
  if (!Array.isArray(value)) {
    faults.add(path, "is not a list; send a list of addresses or CIDRs");
    return [];
  }
  if (value.length > MOST_ADDRESSES) {
    faults.add(path, `has ${value.length} entries; at most ${MOST_ADDRESSES} work`);
    return [];
  }
  const found = new Set<string>();
  for (const [index, text] of value.entries()) {
    if (typeof text !== "string") {
      faults.add(`${path}[${index}]`, "is not a text; send an address or CIDR in quotes");
      continue;
    }
    const parsed = parseCidr(text);
    if (!parsed.ok) faults.add(`${path}[${index}]`, parsed.problem);
    else found.add(parsed.cidr.low === parsed.cidr.high ? parsed.text.replace(/\/\d+$/, "") : parsed.text);
  }
  return [...found];
}

function parseTags(faults: FaultList, path: string, value: unknown): readonly ItemTag[] {
  if (value == null) return [];
  if (!isObject(value)) {
    faults.add(path, 'is not an object; send names and texts, such as {"application": "payments"}');
    return [];
  }
  const entries = Object.entries(value);
  if (entries.length > MOST_TAGS) {
    faults.add(path, `has ${entries.length} tags; at most ${MOST_TAGS} work`);
    return [];
  }
  const tags: ItemTag[] = [];
  for (const [key, text] of entries) {
    const at = `${path}.${shorten(key)}`;
    if (key === "") faults.add(path, "has a tag without a name; 1 to 256 characters work");
    else if (parseText(faults, at, key, 256) === null) continue;
    else if (typeof text !== "string") faults.add(at, "is not a text; send its value in quotes");
    else {
      const tag = parseText(faults, at, text, 1_024);
      if (tag !== null) tags.push({ key, value: tag });
    }
  }
  return tags;
}

function parseAttributes(faults: FaultList, path: string, value: unknown): string | null {
  if (value == null) return null;
  if (!isObject(value)) faults.add(path, "is not an object; send the raw attributes as one JSON object");
  else if (nestingOf(value, DEEPEST_ATTRIBUTES) > DEEPEST_ATTRIBUTES)
    faults.add(path, `is nested deeper than ${DEEPEST_ATTRIBUTES} levels`);
  else {
    const text = JSON.stringify(value);
    const bytes = Buffer.byteLength(text);
    if (bytes <= MOST_ATTRIBUTE_BYTES) return text;
    faults.add(path, `takes ${bytes} bytes; at most ${MOST_ATTRIBUTE_BYTES} work`);
  }
  return null;
}
