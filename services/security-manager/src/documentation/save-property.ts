import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import { ALL_DEVICES, type EstateCaller } from "../access/estate-caller.ts";
import { conflict, NOT_FOUND, type Saved } from "../devices/save-device.ts";
import { type CustomProperty, MOST_PROPERTIES, type PropertyInput } from "./custom-property.ts";
import type { PropertyStore } from "./property-store.ts";

interface Needs {
  readonly properties: PropertyStore;
  readonly nextPropertyId: () => Promise<number>;
}

export async function createProperty(
  { properties, nextPropertyId }: Needs,
  caller: EstateCaller,
  input: PropertyInput,
): Promise<Saved<CustomProperty>> {
  const refusal = mayChangeProperties(caller);
  if (refusal) return { ok: false, failure: refusal };
  const created = await properties.insert(await nextPropertyId(), input);
  if (created === "taken") return keyTaken(input.key);
  if (created === "full")
    return conflict(
      `there are ${MOST_PROPERTIES} properties, or removed ones whose values are still being removed; no more work`,
    );
  return { ok: true, value: created };
}

/** Changes the fields of a property. Its type can't change. */
export async function updateProperty(
  { properties }: Pick<Needs, "properties">,
  caller: EstateCaller,
  id: number,
  { type, ...fields }: PropertyInput,
): Promise<Saved<CustomProperty>> {
  const refusal = mayChangeProperties(caller);
  if (refusal) return { ok: false, failure: refusal };
  const property = (await properties.list()).find((one) => one.id === id);
  if (!property) return { ok: false, failure: NOT_FOUND };
  if (property.type !== type)
    return {
      ok: false,
      failure: invalidInput("type", `stays ${property.type}; create another property for values of the type ${type}`),
    };
  const updated = await properties.update(id, fields);
  if (updated === "taken") return keyTaken(fields.key);
  return updated === "unknown" ? { ok: false, failure: NOT_FOUND } : { ok: true, value: { ...property, ...fields } };
}

/** Removes a property. A background task later removes its values from the documentation of rules. */
export async function removeProperty(
  { properties }: Pick<Needs, "properties">,
  caller: EstateCaller,
  id: number,
): Promise<Saved<null>> {
  const refusal = mayChangeProperties(caller);
  if (refusal) return { ok: false, failure: refusal };
  return (await properties.remove(id)) ? { ok: true, value: null } : { ok: false, failure: NOT_FOUND };
}

/**
 * Returns a failure if the caller may not change properties, otherwise undefined. The caller needs the permission to
 * write `ruleDocumentation`. Properties apply to the rules of every device, so the caller must also have the right to
 * write the group All Devices.
 */
function mayChangeProperties(caller: EstateCaller): Failure | undefined {
  if (!caller.may("write", "ruleDocumentation")) return { kind: "forbidden", permission: "ruleDocumentation (write)" };
  if (!caller.mayGroup("write", ALL_DEVICES)) return { kind: "forbidden", permission: "All Devices (write)" };
  return undefined;
}

function keyTaken(key: string) {
  return conflict(`the key "${key}" is taken; keys are compared without case`);
}
