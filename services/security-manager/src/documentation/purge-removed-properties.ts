import type { RuleNoteStore } from "../notes/rule-note-store.ts";
import type { PropertyStore } from "./property-store.ts";

interface Needs {
  readonly properties: Pick<PropertyStore, "listRemoved" | "release">;
  readonly notes: Pick<RuleNoteStore, "removeValues">;
}

const AT_ONCE = 5_000;

/**
 * Removes the values of removed properties from the notes, in batches. The slot of a removed property becomes free for
 * another property when no searched row has a value of the removed property any longer.
 */
export async function purgeRemovedProperties({ properties, notes }: Needs): Promise<void> {
  for (const id of await properties.listRemoved())
    if (!(await notes.removeValues(id, AT_ONCE))) await properties.release(id);
}
