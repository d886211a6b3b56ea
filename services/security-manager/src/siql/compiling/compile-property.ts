import type { PropertyType } from "../checking/check-context.ts";
import { all, type Clause, not } from "./clause.ts";
import { type Comparison, compileScalar } from "./compile-scalar.ts";

/**
 * A registered property of rule documentation. The names of its index fields contain `slot`, a number from 1 to 200.
 */
export interface PropertySlot {
  readonly slot: number;
  readonly type: PropertyType;
}

/** The registered properties by key. */
export type PropertySlots = ReadonlyMap<string, PropertySlot>;

/**
 * The member of a row's document that contains the values of documentation properties. The field of a property has a
 * name made of the property's type and slot, such as `s_3`.
 */
export const PROPERTIES = "properties";

/**
 * Index fields that list slots of documentation properties. PRESENT lists the slots of the properties that have a value
 * for the rule. EMPTY lists the slots of the properties whose value is an empty text or an empty list.
 */
export const PRESENT = "properties_present";
export const EMPTY = "properties_empty";

const TYPE_LETTERS: Readonly<Record<PropertyType, string>> = {
  STRING: "s",
  STRING_ARRAY: "s",
  INTEGER: "n",
  LONG: "n",
  BOOLEAN: "b",
  DATE: "d",
};

export function isProperty(attribute: string): boolean {
  return attribute.startsWith("p.");
}

/**
 * Returns the name of a property's field within PROPERTIES. The first letter of the name determines the field's type in
 * the index.
 */
export function slotField({ slot, type }: PropertySlot): string {
  return `${TYPE_LETTERS[type]}_${slot}`;
}

export function compileProperty(condition: Comparison, slots: PropertySlots): Clause {
  const found = slots.get(condition.attribute.slice("p.".length));
  if (!found) throw new Error(`no property ${condition.attribute}`);
  const isPresent = { term: { [PRESENT]: found.slot } };
  const field = `${PROPERTIES}.${slotField(found)}`;
  switch (condition.kind) {
    case "null":
      return condition.negated ? isPresent : not(isPresent);
    case "empty": {
      const isEmpty = { term: { [EMPTY]: found.slot } };
      return condition.negated ? all([isPresent, not(isEmpty)]) : isEmpty;
    }
    case "boolean":
      return { term: { [field]: condition.value } };
    case "network":
    case "service":
      throw new Error(`${condition.attribute} is no set`);
    default:
      return all([isPresent, compileScalar(condition, field, true)]);
  }
}
