import type { SlotsOfProperties } from "../notes/note-fields.ts";
import type { PropertyType } from "../siql/checking/check-context.ts";
import type { PropertySlots } from "../siql/compiling/compile-property.ts";
import type { CustomProperty } from "./custom-property.ts";

/** What SIQL knows of properties: their types and slots by key. */
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

/** The slots by the id of the property, also of those that SIQL may not compare now. */
export function slotsOfProperties(all: readonly CustomProperty[]): SlotsOfProperties {
  return new Map(all.map(({ id, slot, type }) => [id, { slot, type }]));
}
