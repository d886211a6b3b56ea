import type { RuleNoteStore } from "../notes/rule-note-store.ts";
import type { RowIndex } from "../row-index/row-index.ts";
import type { PropertyStore } from "./property-store.ts";

interface Needs {
  readonly properties: Pick<PropertyStore, "listRemoved" | "release">;
  readonly notes: Pick<RuleNoteStore, "removeValues">;
  readonly rows: Pick<RowIndex, "exist" | "refresh">;
}

const AT_ONCE = 5_000;

/**
 * Removes the values of removed properties from the notes of rules, in batches. Each property has a slot, which is a
 * number in the names of its index fields. When searches find no more values of a removed property, its slot is
 * released for other properties.
 */
export async function purgeRemovedProperties({ properties, notes, rows }: Needs): Promise<void> {
  const purged: number[] = [];
  for (const id of await properties.listRemoved()) if (!(await notes.removeValues(id, AT_ONCE))) purged.push(id);
  if (purged.length === 0 || !(await rows.exist())) return;
  // The rows no longer contain the removed values, but searches see the changed rows only after this refresh.
  await rows.refresh("secrule");
  for (const id of purged) await properties.release(id);
}
