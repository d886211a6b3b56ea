import { quoted } from "../language/query-error.ts";
import type * as Syntax from "../language/syntax.ts";
import { nearestName } from "../operands/nearest-name.ts";
import { type Attribute, type AttributeType, attribute } from "../schema/attribute.ts";
import { STANZAS, type StanzaName } from "../schema/entities.ts";
import { type EndpointContext, type PropertyType, refuseAt } from "./check-context.ts";

const PROPERTY_TYPES: Readonly<Record<PropertyType, AttributeType>> = {
  STRING: "string",
  STRING_ARRAY: "array",
  INTEGER: "number",
  LONG: "number",
  BOOLEAN: "boolean",
  DATE: "date",
};

/** Returns the attribute that a query names in a stanza. */
export function findAttribute({ name, at }: Syntax.Attribute, stanza: StanzaName, context: EndpointContext): Attribute {
  const isProperty = /^p\./i.test(name);
  if (isProperty && stanza === "rule" && context.entity.hasProperties) return findProperty(name, at, context);
  const attributes: readonly Attribute[] = STANZAS[stanza];
  const wanted = name.toLowerCase();
  const found = attributes.find((one) => [one.name, ...one.aliases].some((known) => known.toLowerCase() === wanted));
  if (found) return found;
  const names = attributes.map((one) => one.name);
  const known = attributes.flatMap((one) => [one.name, ...one.aliases]);
  const nearest = nearestName(name, known);
  return refuseAt(at, name, `${stanza} has no attribute ${quoted(name)}`, { expected: names, nearest });
}

function findProperty(name: string, at: number, { properties }: EndpointContext): Attribute {
  const key = name.slice("p.".length);
  const sameButForCase = () => [...properties.keys()].find((known) => known.toLowerCase() === key.toLowerCase());
  const found = properties.has(key) ? key : sameButForCase();
  const type = properties.get(found ?? "");
  if (found !== undefined && type)
    return attribute(`p.${found}`, PROPERTY_TYPES[type], "A property of the rule's documentation.", { nullable: true });
  const nearest = nearestName(key, properties.keys());
  return refuseAt(at, name, `no property ${quoted(key)} is registered`, {
    expected: [...properties.keys()].slice(0, 20).map((known) => `p.${known}`),
    nearest: nearest && `p.${nearest}`,
  });
}
