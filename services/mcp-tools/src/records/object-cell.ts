import { z } from "zod";
import { textList } from "../answers/text-list.ts";

/** The members that say more than the name of an object, where a record has them. */
const MEMBERS = {
  displayName: z.string(),
  type: z.string().optional(),
  negated: z.boolean().optional(),
  truncated: z.boolean().optional(),
  hitcount: z.int().optional(),
};

export const Addresses = z.array(z.object({ address: z.string() }));
export const Services = z.array(z.object({ formattedValue: z.string(), sourcePorts: z.string().optional() }));

/** An object in a column of addresses, of services, or of names. */
export const AddressObject = z.object({ ...MEMBERS, addresses: Addresses.optional(), fqdn: z.string().optional() });
export const ServiceObject = z.object({ ...MEMBERS, services: Services.optional() });

interface ListedObject extends z.output<typeof AddressObject> {
  readonly services?: z.output<typeof Services> | undefined;
}

/** The most objects of a column that the manager lists. */
const MOST_OBJECTS = 100;

/**
 * Prints the objects of a column in one cell, with the first of the addresses or services that each stands for, such
 * as "web (10.0.0.1 and 3 more), not dmz (10.1.0.0/16)". With hits of objects, "web (10.0.0.1): 12 hits".
 */
export function objectCell(objects: readonly ListedObject[]): string {
  const cut = objects.length >= MOST_OBJECTS && objects.at(-1)?.truncated === true;
  return textList(objects.map(objectText), cut ? "some" : 0);
}

export function addressCell(addresses: z.output<typeof Addresses>, truncated = false): string {
  return textList(
    addresses.map(({ address }) => address),
    truncated ? "some" : 0,
  );
}

export function serviceCell(services: z.output<typeof Services>, truncated = false): string {
  return textList(services.map(serviceText), truncated ? "some" : 0);
}

function objectText(object: ListedObject): string {
  const { displayName, negated, type, hitcount } = object;
  const texts = [
    ...(negated ? ["not"] : []),
    displayName,
    ...(type === "NOT_UNDERSTOOD" ? ["(not understood)"] : meaningOf(object)),
  ];
  return hitcount === undefined ? texts.join(" ") : `${texts.join(" ")}: ${hitcount} hits`;
}

/** What an object stands for, unless its name says just that. */
function meaningOf({ displayName, fqdn, addresses, services, truncated }: ListedObject): readonly string[] {
  const texts = fqdn === undefined ? (addresses?.map(({ address }) => address) ?? services?.map(serviceText)) : [fqdn];
  const [first, ...more] = texts ?? [];
  if (first === undefined || [first, ...more].join(", ") === displayName) return [];
  if (more.length === 0) return [`(${first})`];
  return [`(${first} and ${more.length}${truncated ? "+" : ""} more)`];
}

function serviceText({ formattedValue, sourcePorts }: z.output<typeof Services>[number]): string {
  return sourcePorts === undefined ? formattedValue : `${formattedValue} from ${sourcePorts}`;
}
