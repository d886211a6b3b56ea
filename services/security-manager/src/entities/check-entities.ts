import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import { ALL_DEVICES, type EstateCaller } from "../access/estate-caller.ts";
import { type Estate, mayDevice } from "../devices/estate.ts";
import type { EntityReading } from "./entity-input.ts";
import type { EntityStore } from "./entity-store.ts";
import { keyText, MOST_ENTITIES, type PutEntity } from "./put-entity.ts";

/** An entity that may be stored, or the failure that says why it may not be stored. */
export type CheckedEntity =
  | { readonly ok: true; readonly entity: PutEntity }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Checks entities of one kind in the order in which they were sent. An entity fails if it is invalid, if the caller may
 * not write it, if the list contains its key earlier, or if it is new and `MOST_ENTITIES` entities of its device (or
 * without a device) exist. An error in one entity does not affect the others.
 */
export async function checkEntities(
  store: Pick<EntityStore, "findExisting" | "count">,
  estate: Estate,
  caller: EstateCaller,
  readings: readonly EntityReading[],
): Promise<CheckedEntity[]> {
  const read = readings.flatMap((reading) => (reading.ok ? [reading.entity] : []));
  const existing = await store.findExisting(read.filter((one) => !mayWrite(estate, caller, one.deviceId)));
  const places = new Map<string, number>();
  const counts = new Map<number | null, number>();

  async function problemOf(entity: PutEntity, place: number): Promise<Failure | undefined> {
    const { kind, deviceId } = entity;
    const refusal = mayWrite(estate, caller, deviceId);
    if (refusal) return refusal;
    const key = keyText(entity);
    const first = places.get(key);
    if (first !== undefined)
      return invalidInput("id", `is that of element ${first} of the list, which has its device too`);
    places.set(key, place);
    if (existing.has(key)) return undefined;
    const count = counts.get(deviceId) ?? (await store.count(kind, deviceId, MOST_ENTITIES));
    if (count >= MOST_ENTITIES) return { kind: "conflict", message: tooMany(deviceId) };
    counts.set(deviceId, count + 1);
    return undefined;
  }

  const checked: CheckedEntity[] = [];
  for (const [place, reading] of readings.entries()) {
    const failure: Failure | undefined = reading.ok
      ? await problemOf(reading.entity, place)
      : { kind: "invalid-input", fields: reading.fields };
    if (failure) checked.push({ ok: false, failure });
    else if (reading.ok) checked.push({ ok: true, entity: reading.entity });
  }
  return checked;
}

/**
 * Returns a failure if the caller may not write entities of a device, otherwise undefined. A null `deviceId` stands for
 * entities without a device. The failure for a device that the caller does not see is the same as for a device that
 * does not exist.
 */
export function mayWrite(estate: Estate, caller: EstateCaller, deviceId: number | null): Failure | undefined {
  if (deviceId === null) {
    if (caller.mayGroup("write", ALL_DEVICES)) return undefined;
    return { kind: "forbidden", permission: "All Devices (write), without a device" };
  }
  const device = estate.devices.get(deviceId);
  if (!device || !mayDevice(estate, caller, "read", device))
    return invalidInput("device", `there is no device ${deviceId} that you may see`);
  if (mayDevice(estate, caller, "write", device)) return undefined;
  return { kind: "forbidden", permission: "write on a device group that holds the device" };
}

function tooMany(deviceId: number | null): string {
  const owner = deviceId === null ? "without a device" : `of device ${deviceId}`;
  return `there are ${MOST_ENTITIES} entities of this kind ${owner} already; delete some first`;
}
