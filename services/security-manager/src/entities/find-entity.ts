import type { Failure } from "@network-access/service-runtime/failure";
import type { EstateCaller } from "../access/estate-caller.ts";
import { type Estate, mayDevice } from "../devices/estate.ts";
import { NOT_FOUND } from "../devices/save-device.ts";
import type { PutEntityName } from "../siql/schema/entities.ts";
import type { EntityStore } from "./entity-store.ts";
import type { EntityKey, PutEntity } from "./put-entity.ts";

export interface FindingNeeds {
  readonly store: EntityStore;
  readonly readEstate: () => Promise<Estate>;
}

/**
 * The kind and id by which a caller identifies an entity, and optionally its device. If `deviceId` is undefined, the
 * entity may belong to any device or to none. If `deviceId` is null, the entity has no device.
 */
export interface NamedEntity {
  readonly kind: PutEntityName;
  readonly id: string;
  readonly deviceId?: number | null | undefined;
}

export type FoundEntity =
  | { readonly ok: true; readonly entity: PutEntity }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Finds an entity by its kind and id and, if given, its device. Considers only entities that the caller may see. Fails
 * with a conflict if several entities match; the caller must then also send the device.
 */
export async function findEntity(
  { store, readEstate }: FindingNeeds,
  caller: EstateCaller,
  { kind, id, deviceId }: NamedEntity,
): Promise<FoundEntity> {
  const estate = await readEstate();
  const existing = await store.listDevicesOf(kind, id);
  const seen = existing.filter((of) => seesEntity(estate, caller, of) && (deviceId === undefined || of === deviceId));
  const [only, ...more] = seen;
  if (only === undefined) return { ok: false, failure: NOT_FOUND };
  if (more.length > 0) return { ok: false, failure: severalFound(seen) };
  const key: EntityKey = { kind, id, deviceId: only };
  const entity = await store.find(key);
  return entity ? { ok: true, entity } : { ok: false, failure: NOT_FOUND };
}

/**
 * Reports whether a caller may see an entity. Every caller may see entities without a device. Other entities require
 * read access to their device.
 */
function seesEntity(estate: Estate, caller: EstateCaller, deviceId: number | null): boolean {
  if (deviceId === null) return true;
  const device = estate.devices.get(deviceId);
  return device !== undefined && mayDevice(estate, caller, "read", device);
}

const MOST_NAMED = 10;

function severalFound(devices: readonly (number | null)[]): Failure {
  const named = devices.toSorted((a, b) => (a ?? 0) - (b ?? 0)).slice(0, MOST_NAMED);
  const choices = named.map((id) => `device=${id ?? "none"}`).join(", ");
  return { kind: "conflict", message: `${devices.length} entities have this id; name one with ${choices}` };
}
