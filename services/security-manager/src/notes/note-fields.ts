import { fieldOf } from "../columns/index-fields.ts";
import type { RowNotes } from "../row-index/row-index.ts";
import { EMPTY, PRESENT, PROPERTIES, type PropertySlot, slotField } from "../siql/compiling/compile-property.ts";
import type { RuleNote } from "./rule-note.ts";

/** The slot of each property, by the id of the property. A slot is the number of the property's index field. */
export type SlotsOfProperties = ReadonlyMap<number, PropertySlot>;

/**
 * Returns the fields that a note adds to the indexed row of its rule, so that searches can use the note. Leaves out the
 * values of properties that are not in `slots`.
 */
export function noteFields({ version, lastUsed, values }: RuleNote, slots: SlotsOfProperties): RowNotes {
  const properties: Record<string, unknown> = {};
  const present: number[] = [];
  const empty: number[] = [];
  for (const [id, value] of Object.entries(values)) {
    const slot = slots.get(Number(id));
    if (!slot) continue;
    properties[slotField(slot)] = value;
    present.push(slot.slot);
    if (value === "" || (Array.isArray(value) && value.length === 0)) empty.push(slot.slot);
  }
  return {
    version,
    fields: {
      ...(lastUsed !== null && { [fieldOf("rule", "lastUsed")]: lastUsed }),
      ...(present.length > 0 && { [PROPERTIES]: properties, [PRESENT]: present }),
      ...(empty.length > 0 && { [EMPTY]: empty }),
    },
  };
}
