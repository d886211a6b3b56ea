import type { PropertyValue, RuleNote } from "../notes/rule-note.ts";
import type { RuleNoteStore } from "../notes/rule-note-store.ts";

/**
 * The maximum total length of a rule's property values, as counted by `lengthOf`. It limits the size of a page of rules
 * with their documentation.
 */
export const MOST_DOCUMENTATION = 16_384;

/** Returns the rules whose documentation would be too long with the new values. */
export async function tooLongWith(
  notes: Pick<RuleNoteStore, "read">,
  ruleIds: readonly string[],
  values: ReadonlyMap<number, PropertyValue | null>,
): Promise<readonly string[]> {
  const sent = [...values.values()].reduce<number>((sum, value) => sum + lengthOf(value), 0);
  if (sent > MOST_DOCUMENTATION) return ruleIds;
  const found = await notes.read(ruleIds);
  return ruleIds.filter((ruleId) => sent + keptLength(found.get(ruleId), values) > MOST_DOCUMENTATION);
}

function keptLength(note: RuleNote | undefined, values: ReadonlyMap<number, PropertyValue | null>): number {
  return Object.entries(note?.values ?? {}).reduce(
    (sum, [id, value]) => sum + (values.has(Number(id)) ? 0 : lengthOf(value)),
    0,
  );
}

/**
 * Returns the length of a value for the limit on documentation, in characters. The length of a text is its number of
 * characters. A number, date or boolean counts as 8. A list counts as 8, plus the length of each text and 8 for each
 * text.
 */
function lengthOf(value: PropertyValue | null): number {
  if (value === null) return 0;
  if (typeof value === "string") return value.length;
  return typeof value === "object" ? value.reduce((sum, text) => sum + text.length + 8, 8) : 8;
}
