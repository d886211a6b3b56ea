import type { FieldError } from "@network-access/service-runtime/failure";
import { NOT_FOUND, type Saved } from "../devices/save-device.ts";
import type { PropertyValue } from "../notes/rule-note.ts";
import type { RuleNoteStore } from "../notes/rule-note-store.ts";
import type { CustomProperty } from "./custom-property.ts";
import type { PropertyStore } from "./property-store.ts";
import { fits, memberOf, readPropertyValue, type ValueMember } from "./read-property-value.ts";

/** New values as they are sent; without a member, or with null, a property loses its value. */
export interface SentValue {
  readonly key: string;
  readonly member: ValueMember | undefined;
  readonly value: unknown;
}

interface Needs {
  readonly properties: Pick<PropertyStore, "list">;
  readonly notes: Pick<RuleNoteStore, "document">;
  /** Whether a device has a rule. */
  readonly knownRules: (deviceId: number) => Promise<(ruleId: string) => boolean>;
  readonly now: () => Date;
}

interface Documentation {
  readonly deviceId: number;
  readonly ruleId: string;
  readonly values: readonly SentValue[];
}

/** Changes the documentation of a rule; properties that are not sent keep their values. */
export async function documentRule(
  { properties, notes, knownRules, now }: Needs,
  { deviceId, ruleId, values }: Documentation,
): Promise<Saved<null>> {
  const has = await knownRules(deviceId);
  if (!has(ruleId)) return { ok: false, failure: NOT_FOUND };
  const read = readValues(await properties.list(), values);
  if (!read.ok) return { ok: false, failure: { kind: "invalid-input", fields: read.fields } };
  await notes.document({ deviceId, ruleIds: [ruleId], values: read.values, at: now() });
  return { ok: true, value: null };
}

/** Values by the id of their property; every wrong one is named. */
function readValues(
  properties: readonly CustomProperty[],
  sent: readonly SentValue[],
):
  | { readonly ok: true; readonly values: ReadonlyMap<number, PropertyValue | null> }
  | { readonly ok: false; readonly fields: readonly FieldError[] } {
  const values = new Map<number, PropertyValue | null>();
  const fields: FieldError[] = [];
  for (const [place, { key, member, value }] of sent.entries()) {
    const refuse = (name: string, message: string) => void fields.push({ path: `props.${place}.${name}`, message });
    const property = properties.find((one) => one.key.toLowerCase() === key.toLowerCase() && !one.disabled);
    if (!property) refuse("key", `no property "${key}" is registered`);
    else if (values.has(property.id)) refuse("key", `"${key}" has a value already`);
    else if (member !== undefined && !fits(member, property.type))
      refuse(member, `"${key}" is of the type ${property.type}; its values stand in ${memberOf(property.type)}`);
    else if (member === undefined || value === null) values.set(property.id, null);
    else {
      const read = readPropertyValue(property.type, value);
      if (read.ok) values.set(property.id, read.value);
      else refuse(member, read.problem);
    }
  }
  return fields.length === 0 ? { ok: true, values } : { ok: false, fields };
}
