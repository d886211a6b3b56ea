import { isExactNumber } from "@network-access/service-runtime/exact-json";
import { parseCidr } from "@network-access/traffic-sets/cidr";
import type { DiscoveredItem } from "./discovered-item.ts";
import type { FoundItem } from "./reader.ts";

const MOST_CHARACTERS = 1_024;
const MOST_KEY_CHARACTERS = 256;
const MOST_TAGS = 100;
const MOST_ADDRESSES = 1_000;
const MOST_ATTRIBUTE_BYTES = 256 * 1_024;
const DEEPEST_ATTRIBUTES = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
const control = /[\u0000-\u001f\u007f-\u009f]/u;

/**
 * An item within the inventory's limits, with notes on what was left out, or the reason why the record can't be used.
 */
export type FittedItem =
  | { readonly ok: true; readonly item: DiscoveredItem; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string };

/**
 * Converts a record to an item. Leaves out members that the inventory would refuse, and notes them. A single wrong tag
 * or address therefore does not prevent the upload of the item.
 */
export function fitItem(
  found: FoundItem & { readonly accountId: string; readonly region: string; readonly typeName: string },
): FittedItem {
  for (const part of ["accountId", "region", "type", "id"] as const) {
    const text = found[part];
    if (text === "") return { ok: false, message: `has an empty ${part}` };
    if (text.length > MOST_CHARACTERS)
      return { ok: false, message: `has a ${part} of ${text.length} characters; the limit is ${MOST_CHARACTERS}` };
    if (control.test(text) || !text.isWellFormed())
      return { ok: false, message: `has a ${part} with a control character or an unpaired surrogate` };
  }
  const notes: string[] = [];
  const fields = ["cloudAccountId", "name", "typeName", "hostname", "vendor"] as const;
  const texts = fields.flatMap((field) => {
    const text = found[field];
    return text === undefined
      ? []
      : [[field, fitText(text, `a ${field} over ${MOST_CHARACTERS} characters is cut`, notes)]];
  });
  const macAddress = fitMac(found.macAddress, notes);
  const ips = fitAddresses(found.ips ?? [], notes);
  const tags = fitTags(found.tags ?? [], notes);
  const attributes = fitAttributes(found.attributes, notes);
  const { accountId, region, type, id } = found;
  return {
    ok: true,
    notes,
    item: {
      accountId,
      region,
      type,
      id,
      ...Object.fromEntries(texts),
      ...(macAddress === undefined ? {} : { macAddress }),
      ...(ips.length === 0 ? {} : { ips }),
      ...(Object.keys(tags).length === 0 ? {} : { tags }),
      ...(attributes === undefined ? {} : { item: attributes }),
    },
  };
}

function fitText(text: string, note: string, notes: string[]): string {
  const whole = text.replaceAll("\u0000", "").toWellFormed();
  if (whole.length <= MOST_CHARACTERS) return whole;
  notes.push(note);
  return whole.slice(0, MOST_CHARACTERS).toWellFormed();
}

function fitMac(text: string | undefined, notes: string[]): string | undefined {
  if (text === undefined) return undefined;
  const digits = text.toLowerCase().replace(/[-:. ]/g, "");
  if (/^(?:[0-9a-f]{12}|[0-9a-f]{16})$/.test(digits)) return digits.match(/../g)?.join(":");
  notes.push(`an invalid hardware address is left out, such as ${JSON.stringify(text.slice(0, 64))}`);
  return undefined;
}

function fitAddresses(texts: readonly (string | undefined)[], notes: string[]): string[] {
  const fitted = new Set<string>();
  for (const text of texts) {
    if (text === undefined) continue;
    const parsed = parseCidr(text);
    if (!parsed.ok) notes.push(`an invalid address is left out: ${parsed.problem}`);
    else fitted.add(parsed.cidr.low === parsed.cidr.high ? parsed.text.replace(/\/\d+$/, "") : parsed.text);
  }
  if (fitted.size <= MOST_ADDRESSES) return [...fitted];
  notes.push(`only the first ${MOST_ADDRESSES} addresses are sent`);
  return [...fitted].slice(0, MOST_ADDRESSES);
}

/**
 * Leaves out tags that are too long. A shortened tag could match the condition of a group, although the real tag does
 * not.
 */
function fitTags(pairs: Iterable<readonly [string, string]>, notes: string[]): Record<string, string> {
  const fitted = new Map<string, string>();
  for (const [key, value] of pairs) {
    if (key === "" || key.length > MOST_KEY_CHARACTERS || value.length > MOST_CHARACTERS)
      notes.push("a tag with an empty name, or a name or value that is too long, is left out");
    else if (`${key}${value}`.includes("\u0000") || !key.isWellFormed() || !value.isWellFormed())
      notes.push("a tag with an unpaired surrogate or U+0000 is left out");
    else fitted.set(key, value);
  }
  if (fitted.size > MOST_TAGS) notes.push(`only the first ${MOST_TAGS} tags are sent`);
  return Object.fromEntries([...fitted].slice(0, MOST_TAGS));
}

function fitAttributes(
  attributes: Readonly<Record<string, unknown>> | undefined,
  notes: string[],
): Readonly<Record<string, unknown>> | undefined {
  if (attributes === undefined) return undefined;
  if (nestsDeeper(attributes, DEEPEST_ATTRIBUTES)) {
    notes.push(`raw attributes nested deeper than ${DEEPEST_ATTRIBUTES} levels are left out`);
    return undefined;
  }
  if (holdsInfinity(attributes)) {
    notes.push("raw attributes with a number beyond 1.8e308 are left out");
    return undefined;
  }
  if (Buffer.byteLength(JSON.stringify(attributes)) <= MOST_ATTRIBUTE_BYTES) return attributes;
  notes.push(`raw attributes of more than ${MOST_ATTRIBUTE_BYTES / 1_024} KiB are left out`);
  return undefined;
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null || isExactNumber(value)) return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeper(member, levels - 1));
}

function holdsInfinity(value: unknown): boolean {
  if (isExactNumber(value)) return !Number.isFinite(Number(value.rawJSON));
  return typeof value === "object" && value !== null && Object.values(value).some(holdsInfinity);
}
