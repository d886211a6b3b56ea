import type { RowNotes } from "../row-index/row-index.ts";
import { noteFields, type SlotsOfProperties } from "./note-fields.ts";
import type { RuleNoteStore } from "./rule-note-store.ts";

/** What is needed to read notes as rows show them. */
export interface RowNoteNeeds {
  readonly notes: Pick<RuleNoteStore, "read">;
  readonly readSlots: () => Promise<SlotsOfProperties>;
}

/** Returns the notes of some rules as their rows show them, by rule. */
export async function readRowNotes(
  { notes, readSlots }: RowNoteNeeds,
  ruleIds: readonly string[],
): Promise<ReadonlyMap<string, RowNotes>> {
  const found = await notes.read(ruleIds);
  // Read after the notes: a property exists before any value of it.
  const slots = found.size === 0 ? new Map() : await readSlots();
  return new Map(Array.from(found, ([ruleId, note]) => [ruleId, noteFields(note, slots)]));
}
