import type { RuleNoteStore } from "../notes/rule-note-store.ts";
import type { PropertyStore } from "./property-store.ts";

interface Needs {
  readonly properties: Pick<PropertyStore, "listRemoved" | "release">;
  readonly notes: Pick<RuleNoteStore, "removeValues">;
}

const AT_ONCE = 5_000;

/**
 * Removes the values of removed properties, in batches. Once no searched row has a value of a removed property, another
 * property can use the slot of the removed one.
 */
export async function purgeRemovedProperties({ properties, notes }: Needs): Promise<void> {
  for (const id of await properties.listRemoved())
    if (!(await notes.removeValues(id, AT_ONCE))) await properties.release(id);
}
