import type { RowNotes } from "../row-index/row-index.ts";
import { noteFields, type SlotsOfProperties } from "./note-fields.ts";
import type { RuleNoteStore } from "./rule-note-store.ts";

/** The dependencies for reading notes as rows show them. */
export interface RowNoteNeeds {
  readonly notes: Pick<RuleNoteStore, "read">;
  readonly readSlots: () => Promise<SlotsOfProperties>;
}

/** Returns the notes of the given rules in the form in which rows contain them, by the id of the rule. */
export async function readRowNotes(
  { notes, readSlots }: RowNoteNeeds,
  ruleIds: readonly string[],
): Promise<ReadonlyMap<string, RowNotes>> {
  const found = await notes.read(ruleIds);
  // The slots are read after the notes. A slot is the number in the names of a property's index fields. A property
  // exists before any note has a value for it, so this order finds the slots of all properties in the notes.
  const slots = found.size === 0 ? new Map() : await readSlots();
  return new Map(Array.from(found, ([ruleId, note]) => [ruleId, noteFields(note, slots)]));
}
