import type { SlotsOfProperties } from "../notes/note-fields.ts";
import type { PropertyType } from "../siql/checking/check-context.ts";
import type { PropertySlots } from "../siql/compiling/compile-property.ts";
import type { CustomProperty } from "./custom-property.ts";

/**
 * Returns the properties that SIQL queries may compare, as two maps with property keys. `properties` maps a key to the
 * type. `slots` maps a key to the type and the slot, which is a number in the names of the property's index fields.
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
 * Returns the type and the slot of every property, by property id. The slot is a number in the names of the property's
 * index fields. Includes properties that queries may not compare, such as disabled properties.
 */
export function slotsOfProperties(all: readonly CustomProperty[]): SlotsOfProperties {
  return new Map(all.map(({ id, slot, type }) => [id, { slot, type }]));
}
