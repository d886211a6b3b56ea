import { invalidInput } from "@network-access/service-runtime/failure";
import { NOT_FOUND, type Saved } from "../devices/save-device.ts";
import type { RuleNoteStore } from "../notes/rule-note-store.ts";
import { MOST_DOCUMENTATION, tooLongWith } from "./documentation-length.ts";
import type { PropertyStore } from "./property-store.ts";
import { readSentValues, type SentValue } from "./read-sent-values.ts";

interface Needs {
  readonly properties: Pick<PropertyStore, "list">;
  readonly notes: Pick<RuleNoteStore, "document" | "read">;
  /** Returns whether a device has a rule. */
  readonly knownRules: (deviceId: number) => Promise<(ruleId: string) => boolean>;
  readonly now: () => Date;
}

interface Documentation {
  readonly deviceId: number;
  readonly ruleId: string;
  readonly values: readonly SentValue[];
}

/** Changes the documentation of a rule. Properties without a sent value keep their present value. */
export async function documentRule(
  { properties, notes, knownRules, now }: Needs,
  { deviceId, ruleId, values }: Documentation,
): Promise<Saved<null>> {
  const has = await knownRules(deviceId);
  if (!has(ruleId)) return { ok: false, failure: NOT_FOUND };
  const read = readSentValues(await properties.list(), values);
  if (!read.ok) return { ok: false, failure: { kind: "invalid-input", fields: read.fields } };
  if ((await tooLongWith(notes, [ruleId], read.values)).length > 0)
    return {
      ok: false,
      failure: invalidInput("props", `make the rule's documentation longer than ${MOST_DOCUMENTATION} characters`),
    };
  await notes.document({ deviceId, ruleIds: [ruleId], values: read.values, at: now() });
  return { ok: true, value: null };
}
