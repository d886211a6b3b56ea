import { z } from "zod";
import { estateText } from "../answers/estate-text.ts";
import { textList } from "../answers/text-list.ts";
import { readAddresses } from "../arguments/read-addresses.ts";

/** The members that address objects and service objects have in common. Only `displayName` is always present. */
const MEMBERS = {
  displayName: z.string(),
  type: z.string().optional(),
  negated: z.boolean().optional(),
  truncated: z.boolean().optional(),
  hitcount: z.int().optional(),
};

export const Addresses = z.array(z.object({ address: z.string() }));
export const Services = z.array(z.object({ formattedValue: z.string(), sourcePorts: z.string().optional() }));

/** The schemas of the objects in columns of addresses and in columns of services. */
export const AddressObject = z.object({ ...MEMBERS, addresses: Addresses.optional(), fqdn: z.string().optional() });
export const ServiceObject = z.object({ ...MEMBERS, services: Services.optional() });

interface ListedObject extends z.output<typeof AddressObject> {
  readonly services?: z.output<typeof Services> | undefined;
}

/** The maximum number of objects that a record of the manager lists for one column. */
const MOST_OBJECTS = 100;

/**
 * The number of addresses of a cell that are converted to their shortest form, counted from the first. Later addresses
 * are not converted, because they do not fit into the cell.
 */
const MOST_SHORTENED = 50;
/** The maximum number of addresses or services that a cell lists for one object. */
const MOST_PARTS = 3;

/**
 * Prints the objects of a column in one cell, each with its first addresses or services, such as "web (10.0.0.1,
 * 10.0.0.2), not dmz (10.1.0.0/16)". If the objects have hits, the text is like "web (10.0.0.1): 12 hits".
 */
export function objectCell(objects: readonly ListedObject[]): string {
  const cut = objects.length >= MOST_OBJECTS && objects.at(-1)?.truncated === true;
  return textList(objects.map(objectText), cut ? "some" : 0);
}

export function addressCell(addresses: z.output<typeof Addresses>, truncated = false): string {
  const texts = addresses.map(({ address }, place) => (place < MOST_SHORTENED ? shortest(address) : address));
  return textList(texts, truncated ? "some" : 0);
}

export function serviceCell(services: z.output<typeof Services>, truncated = false): string {
  return textList(services.map(serviceText), truncated ? "some" : 0);
}

function objectText(object: ListedObject): string {
  const { negated, hitcount } = object;
  const text = `${negated ? "not " : ""}${nameText(object)}`;
  return hitcount === undefined ? text : `${text}: ${hitcount} hits`;
}

function nameText({ displayName, type, fqdn, addresses, services, truncated }: ListedObject): string {
  if (type === "ANY") return "any";
  if (type === "NOT_UNDERSTOOD") return `${displayName} (not understood)`;
  const parts = addresses?.map(({ address }) => address) ?? services?.map(serviceText) ?? [];
  const all = parts.length === 0 && fqdn !== undefined ? [fqdn] : parts;
  const isEmpty = all.length === 0 && (addresses ?? services) !== undefined;
  if (isEmpty && isLikeValue(displayName)) return `${displayName} (a name)`;
  if (all.length === 0 || all.join(", ") === displayName) return shortest(displayName);
  const listed = all.slice(0, MOST_PARTS).map(shortest);
  if (all.length === 1 && listed[0] === shortest(displayName)) return shortest(displayName);
  const more = all.length - listed.length;
  return `${displayName} (${listed.join(", ")}${more > 0 ? ` and ${more}${truncated ? "+" : ""} more` : ""})`;
}

/** Returns whether a reader could mistake the name of an object for an address or a service. */
function isLikeValue(name: string): boolean {
  const seen = estateText(name).trim();
  return /^(?:any|[a-z]+\/[\d-]+)$/i.test(seen) || readAddresses(seen).ok;
}

function serviceText({ formattedValue, sourcePorts }: z.output<typeof Services>[number]): string {
  return sourcePorts === undefined ? formattedValue : `${formattedValue} from ${sourcePorts}`;
}

/**
 * Prints a range of addresses in its shortest form: as a CIDR if possible, and a single address without a prefix
 * length.
 */
function shortest(text: string): string {
  if (!/-|\/(?:32|128)$/.test(text)) return text;
  const read = readAddresses(text);
  return read.ok && read.value.cutFrom === null ? read.value.text : text;
}
