import type { PutEntityName } from "../siql/schema/entities.ts";
import type { EntityKey, PutEntity } from "./put-entity.ts";

/** A stored entity, or an entity that was deleted. */
export interface EntityChange {
  readonly entity: PutEntity;
  /**
   * The name that the entity's device had when this version of the entity was written. Null if the entity had no
   * device.
   */
  readonly deviceName: string | null;
  /**
   * The version of the entity. Every change gives the entity a higher version. Entities that one request saves have the
   * same version.
   */
  readonly version: number;
  readonly isDeleted: boolean;
}

/**
 * Stores the entities that clients put. A change of an entity is open until it is written to the index. All methods
 * throw while the database is unavailable.
 */
export interface EntityStore {
  /**
   * Returns the device ids of all entities with this kind and id. The device id of an entity without a device is null.
   */
  listDevicesOf(kind: PutEntityName, id: string): Promise<readonly (number | null)[]>;
  find(key: EntityKey): Promise<PutEntity | undefined>;
  /** Returns those of the given keys for which an entity exists, as texts in the form of `keyText`. */
  findExisting(keys: readonly EntityKey[]): Promise<ReadonlySet<string>>;
  /**
   * Returns the number of entities of a kind that belong to a device, or to no device if `deviceId` is null. Returns
   * `most` if there are more.
   */
  count(kind: PutEntityName, deviceId: number | null, most: number): Promise<number>;
  /**
   * Stores changes, at most one for each entity, and marks them as open. Skips a change if the stored entity has the
   * same or a higher version.
   */
  save(changes: readonly EntityChange[], now: Date): Promise<void>;
  /**
   * Returns at most `limit` open changes that were due before `time`, in the order in which they became due. A change
   * is due when it is saved. If `close` was called with `openFrom`, the change is due at `openFrom` instead.
   */
  listOpen(time: Date, limit: number): Promise<readonly EntityChange[]>;
  /**
   * Without `openFrom`, closes the changes. The caller does this when the index has the changes. With `openFrom`, keeps
   * the changes open, and `listOpen` returns them again after this time. Skips a change if the stored entity has a
   * newer change. The newer change stays open.
   */
  close(changes: readonly EntityChange[], openFrom?: Date): Promise<void>;
  /**
   * Returns at most `limit` entities of a kind, in the order of their keys. Leaves out deleted entities. `after` is the
   * key of the last entity of the previous page.
   */
  list(kind: PutEntityName, after: EntityKey | undefined, limit: number): Promise<readonly EntityChange[]>;
  /** Returns the ids of the devices that have entities. With `among`, returns only devices from `among`. */
  listDevices(among?: readonly number[]): Promise<readonly number[]>;
  /**
   * Sets the device name in all entities of a device that have a different device name. The changed entities are open
   * until the index has the changes.
   */
  rename(deviceId: number, deviceName: string, version: number, now: Date): Promise<void>;
  /** Marks all entities of a device as deleted. These changes are open until the index has them. */
  removeOf(deviceId: number, version: number, now: Date): Promise<void>;
  /**
   * Removes the records of entities that were deleted before `time`. Keeps a record until the index has the deletion.
   */
  purge(time: Date): Promise<void>;
}
