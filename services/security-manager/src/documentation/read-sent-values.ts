import type { FieldError } from "@network-access/service-runtime/failure";
import type { PropertyValue } from "../notes/rule-note.ts";
import type { CustomProperty } from "./custom-property.ts";
import { fits, memberOf, readPropertyValue, type ValueMember } from "./read-property-value.ts";

/**
 * A new value of a property. `property` is the key or the id of the property. A null `value` removes the present value.
 */
export interface SentValue {
  readonly property: string | number;
  /**
   * The name of the request member that contained the value, if only properties of some types allow this member (for
   * example `stringval`). Undefined for the member `value`, which is allowed for every type, and if no member contained
   * a value.
   */
  readonly member: ValueMember | undefined;
  readonly value: unknown;
}

export type ReadValues =
  | { readonly ok: true; readonly values: ReadonlyMap<number, PropertyValue | null> }
  | { readonly ok: false; readonly fields: readonly FieldError[] };

/**
 * Returns the values by the id of their property. If values are wrong, returns an error for each wrong value instead.
 */
export function readSentValues(properties: readonly CustomProperty[], sent: readonly SentValue[]): ReadValues {
  const values = new Map<number, PropertyValue | null>();
  const fields: FieldError[] = [];
  for (const [place, { property: named, member, value }] of sent.entries()) {
    const refuse = (name: string, message: string) => void fields.push({ path: `props.${place}.${name}`, message });
    const property = properties.find((one) => !one.disabled && isNamed(one, named));
    const nameMember = typeof named === "number" ? "id" : "key";
    if (!property) refuse(nameMember, `no property "${named}" is registered`);
    else if (values.has(property.id)) refuse(nameMember, `"${property.key}" has a value already`);
    else if (member !== undefined && !fits(member, property.type))
      refuse(
        member,
        `"${property.key}" is of the type ${property.type}; its values stand in ${memberOf(property.type)}`,
      );
    else if (value === null) values.set(property.id, null);
    else {
      const read = readPropertyValue(property.type, value);
      if (read.ok) values.set(property.id, read.value);
      else refuse(member ?? "value", read.problem);
    }
  }
  return fields.length === 0 ? { ok: true, values } : { ok: false, fields };
}

function isNamed({ id, key }: CustomProperty, named: string | number): boolean {
  return typeof named === "number" ? id === named : key.toLowerCase() === named.toLowerCase();
}
