import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import type { EstateCaller } from "../access/estate-caller.ts";
import { type Estate, mayDevice } from "../devices/estate.ts";
import { NOT_FOUND } from "../devices/save-device.ts";
import type { RuleNoteStore } from "../notes/rule-note-store.ts";
import type { FoundRules } from "../searching/find-rules.ts";
import type { SearchFailure } from "../searching/search-entity.ts";
import type { SearchedEstate } from "../searching/searched-estate.ts";
import { MOST_DOCUMENTATION, tooLongWith } from "./documentation-length.ts";
import type { PropertyStore } from "./property-store.ts";
import { readSentValues, type SentValue } from "./read-sent-values.ts";

interface Needs {
  readonly properties: Pick<PropertyStore, "list">;
  readonly notes: Pick<RuleNoteStore, "document" | "read">;
  readonly readEstate: () => Promise<Estate>;
  readonly estateOf: (caller: EstateCaller) => Promise<SearchedEstate>;
  readonly findRules: (q: string, estate: SearchedEstate) => Promise<FoundRules>;
  readonly now: () => Date;
}

interface BulkDocumentation {
  /** The query, which finds rules. */
  readonly q: string;
  /** Limits the change to the rules of this device. Null means the rules of every device that the caller sees. */
  readonly deviceId: number | null;
  readonly values: readonly SentValue[];
}

/** Changes the documentation of all rules that a query finds, and returns the number of these rules. */
export async function documentFoundRules(
  needs: Needs,
  caller: EstateCaller,
  { q, deviceId, values }: BulkDocumentation,
): Promise<
  { readonly ok: true; readonly rules: number } | { readonly ok: false; readonly failure: Failure | SearchFailure }
> {
  const { properties, notes, findRules, now } = needs;
  const seen = await needs.estateOf(caller);
  const asked = deviceId === null ? seen.devices : seen.devices.filter(({ id }) => id === deviceId);
  if (deviceId !== null && asked.length === 0) return { ok: false, failure: NOT_FOUND };
  const read = readSentValues(await properties.list(), values);
  if (!read.ok) return { ok: false, failure: { kind: "invalid-input", fields: read.fields } };
  const found = await findRules(q, { ...seen, devices: asked });
  if (!found.ok) return found;
  const estate = await needs.readEstate();
  for (const id of found.ruleIds.keys()) {
    const device = estate.devices.get(id);
    if (device && !mayDevice(estate, caller, "write", device))
      return { ok: false, failure: { kind: "forbidden", permission: `write on a group that holds device ${id}` } };
  }
  const [long, ...others] = await tooLongWith(notes, [...found.ruleIds.values()].flat(), read.values);
  if (long !== undefined) {
    const these = others.length === 0 ? `rule ${long}` : `rule ${long} and ${others.length} others`;
    const message = `make the documentation of ${these} longer than ${MOST_DOCUMENTATION} characters`;
    return { ok: false, failure: invalidInput("props", message) };
  }
  let rules = 0;
  for (const [id, ruleIds] of found.ruleIds) {
    await notes.document({ deviceId: id, ruleIds, values: read.values, at: now() });
    rules += ruleIds.length;
  }
  return { ok: true, rules };
}
