import type { PutEntityName } from "../siql/schema/entities.ts";
import type { EntityKey, PutEntity } from "./put-entity.ts";

/** A stored entity, or an entity that was deleted. */
export interface EntityChange {
  readonly entity: PutEntity;
  /** The name of the entity's device when the entity was written. */
  readonly deviceName: string | null;
  /** The version of the entity. It is higher after every change, and no version is used twice. */
  readonly version: number;
  readonly isDeleted: boolean;
}

/**
 * Access to the stored entities that clients put. A change is open until the index has it. Calls throw while the
 * database is unavailable.
 */
export interface EntityStore {
  /**
   * Finds all entities of a kind with this id, and returns their devices. Null stands for an entity without a device.
   */
  listDevicesOf(kind: PutEntityName, id: string): Promise<readonly (number | null)[]>;
  find(key: EntityKey): Promise<PutEntity | undefined>;
  /** Returns the given keys for which an entity exists. The keys are in the form of `keyText`. */
  findExisting(keys: readonly EntityKey[]): Promise<ReadonlySet<string>>;
  /** Returns the number of entities of a kind and device. The counting ends at `most`. */
  count(kind: PutEntityName, deviceId: number | null, most: number): Promise<number>;
  /**
   * Stores changes and marks them as open. Each change is of another entity. A change is skipped if the entity is
   * stored with the same or a higher version.
   */
  save(changes: readonly EntityChange[], now: Date): Promise<void>;
  /** Returns the changes that have been open since before `time`, starting with the oldest. */
  listOpen(time: Date, limit: number): Promise<readonly EntityChange[]>;
  /**
   * Without `openFrom`, closes changes that the index has. With `openFrom`, the changes remain open, and are written to
   * the index again after that time. Newer changes of the same entities remain open in both cases.
   */
  close(changes: readonly EntityChange[], openFrom?: Date): Promise<void>;
  /**
   * Returns a page of the entities of a kind in order of their keys, without deleted entities. `after` is the key of
   * the last entity of the previous page.
   */
  list(kind: PutEntityName, after: EntityKey | undefined, limit: number): Promise<readonly EntityChange[]>;
  /** Returns the devices that have entities. With `among`, only these devices are considered. */
  listDevices(among?: readonly number[]): Promise<readonly number[]>;
  /** Writes the name of a device into those of its entities that have another name, and marks these changes as open. */
  rename(deviceId: number, deviceName: string, version: number, now: Date): Promise<void>;
  /** Deletes all entities of a device, and marks the deletions as open. */
  removeOf(deviceId: number, version: number, now: Date): Promise<void>;
  /** Removes the records of entities that were deleted before `time` and whose deletion is not open. */
  purge(time: Date): Promise<void>;
}
