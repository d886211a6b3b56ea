import type { PutEntityName } from "../siql/schema/entities.ts";
import type { EntityKey, PutEntity } from "./put-entity.ts";

/** An entity as it is stored, or one that was deleted. */
export interface EntityChange {
  readonly entity: PutEntity;
  /** The name of its device when it was written. */
  readonly deviceName: string | null;
  /** Higher after every change. No number is used twice. */
  readonly version: number;
  readonly isDeleted: boolean;
}

/**
 * Port to the entities that clients put. A change is open until the index has it. Calls throw while the database is
 * unavailable.
 */
export interface EntityStore {
  /** The devices of the entities of a kind that have this id; null stands for none. */
  listDevicesOf(kind: PutEntityName, id: string): Promise<readonly (number | null)[]>;
  find(key: EntityKey): Promise<PutEntity | undefined>;
  /** Those of some keys, as `keyText` writes them, that exist. */
  findExisting(keys: readonly EntityKey[]): Promise<ReadonlySet<string>>;
  /** How many there are of a kind and device; the counting ends at `most`. */
  count(kind: PutEntityName, deviceId: number | null, most: number): Promise<number>;
  /** Stores changes of different entities as open. An entity with a higher version stays as it is. */
  save(changes: readonly EntityChange[], now: Date): Promise<void>;
  /** Those that have been open since before `time`, the longest ones first. */
  listOpen(time: Date, limit: number): Promise<readonly EntityChange[]>;
  /** The index has these changes, or they are to be written again at a time. Newer changes stay open. */
  close(changes: readonly EntityChange[], openFrom?: Date): Promise<void>;
  /** A kind in order of the keys, without deleted ones; `after` is the last one of the page before. */
  list(kind: PutEntityName, after: EntityKey | undefined, limit: number): Promise<readonly EntityChange[]>;
  /** Returns the devices that have entities, among some devices or all. */
  listDevices(among?: readonly number[]): Promise<readonly number[]>;
  /** Opens the entities of a device that know it by another name. */
  rename(deviceId: number, deviceName: string, version: number, now: Date): Promise<void>;
  /** Deletes all entities of a device. */
  removeOf(deviceId: number, version: number, now: Date): Promise<void>;
  /** Forgets what was deleted before a time and is not open. */
  purge(time: Date): Promise<void>;
}
