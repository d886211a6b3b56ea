import { setImmediate } from "node:timers/promises";
import type { Failure } from "@network-access/service-runtime/failure";
import type { EstateCaller } from "../access/estate-caller.ts";
import type { Estate } from "../devices/estate.ts";
import type { PutEntityName } from "../siql/schema/entities.ts";
import { type CheckedEntity, checkEntities, mayWrite } from "./check-entities.ts";
import { type EntityReading, MOST_LISTED_INTERVALS, readEntity } from "./entity-input.ts";
import type { EntityChange } from "./entity-store.ts";
import { type FindingNeeds, findEntity, type NamedEntity } from "./find-entity.ts";
import { type ProjectingNeeds, projectNow } from "./project-entities.ts";
import type { PutEntity } from "./put-entity.ts";

export interface SavingEntityNeeds extends FindingNeeds, ProjectingNeeds {
  readonly nextVersion: () => Promise<number>;
}

export interface EntitiesSaved {
  /** The results in the order of the list. */
  readonly results: readonly CheckedEntity[];
  /**
   * False if the index is unavailable. In this case, searches find the entities at most 20 s after the index is
   * available again.
   */
  readonly searchable: boolean;
}

/**
 * Validates and stores entities. If the index is available, waits until searches find the entities. An error in one
 * entity does not affect the other entities. If the request puts a single entity, `pathId` is the id in the path of the
 * request.
 */
export async function saveEntities(
  needs: SavingEntityNeeds,
  caller: EstateCaller,
  kind: PutEntityName,
  written: readonly unknown[],
  pathId?: string,
): Promise<EntitiesSaved> {
  const readings = await readAll(kind, written, pathId);
  const estate = await needs.readEstate();
  const results = await checkEntities(needs.store, estate, caller, readings);
  const taken = results.flatMap((result) => (result.ok ? [result.entity] : []));
  if (taken.length === 0) return { results, searchable: true };
  const version = await needs.nextVersion();
  const changes = taken.map((entity) => changeOf(estate, entity, version));
  await needs.store.save(changes, needs.now());
  return { results, searchable: await projectNow(needs, changes) };
}

async function readAll(kind: PutEntityName, written: readonly unknown[], pathId?: string): Promise<EntityReading[]> {
  const readings: EntityReading[] = [];
  let left = MOST_LISTED_INTERVALS;
  for (const one of written) {
    const reading = readEntity(kind, one, left, pathId);
    left -= reading.intervals;
    readings.push(reading);
    // Lets the process handle other requests between two entities.
    await setImmediate();
  }
  return readings;
}

export type EntityRemoved =
  | { readonly ok: true; readonly searchable: boolean }
  | { readonly ok: false; readonly failure: Failure };

/** Deletes an entity. If the index is available, waits until searches no longer find the entity. */
export async function removeEntity(
  needs: SavingEntityNeeds,
  caller: EstateCaller,
  named: NamedEntity,
): Promise<EntityRemoved> {
  const found = await findEntity(needs, caller, named);
  if (!found.ok) return found;
  const estate = await needs.readEstate();
  const refusal = mayWrite(estate, caller, found.entity.deviceId);
  if (refusal) return { ok: false, failure: refusal };
  const change = { ...changeOf(estate, found.entity, await needs.nextVersion()), isDeleted: true };
  await needs.store.save([change], needs.now());
  return { ok: true, searchable: await projectNow(needs, [change]) };
}

function changeOf(estate: Estate, entity: PutEntity, version: number): EntityChange {
  const device = estate.devices.get(entity.deviceId ?? 0);
  return { entity, deviceName: device?.name ?? null, version, isDeleted: false };
}
