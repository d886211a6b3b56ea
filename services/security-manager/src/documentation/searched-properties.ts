import type { SlotsOfProperties } from "../notes/note-fields.ts";
import type { PropertyType } from "../siql/checking/check-context.ts";
import type { PropertySlots } from "../siql/compiling/compile-property.ts";
import type { CustomProperty } from "./custom-property.ts";

/**
 * Returns the properties that SIQL queries may compare, by key: their types, and their slots (the numbers that identify
 * their index fields).
 */
export function searchedProperties(all: readonly CustomProperty[]): {
  readonly properties: ReadonlyMap<string, PropertyType>;
  readonly slots: PropertySlots;
} {
  const searched = all.filter(({ filterable, disabled }) => filterable && !disabled);
  return {
    properties: new Map(searched.map(({ key, type }) => [key, type])),
    slots: new Map(searched.map(({ key, slot, type }) => [key, { slot, type }])),
  };
}

/**
 * Returns the slot of every property (the number that identifies its index fields) by the property's id. Properties
 * that SIQL queries can't compare now are included.
 */
export function slotsOfProperties(all: readonly CustomProperty[]): SlotsOfProperties {
  return new Map(all.map(({ id, slot, type }) => [id, { slot, type }]));
}
