import type { CustomProperty, PropertyInput } from "./custom-property.ts";

/**
 * Port to the properties of rule documentation. Keys are unique, ignoring case. Calls throw while the database is
 * unavailable.
 */
export interface PropertyStore {
  /** Stores properties, with ids from 1, once in the life of the database: one that is removed stays removed. */
  insertOnce(inputs: readonly PropertyInput[]): Promise<void>;
  /** Returns all properties in order of their ids. */
  list(): Promise<readonly CustomProperty[]>;
  /** Stores a property in a free slot. Returns "full" if there is none. */
  insert(id: number, input: PropertyInput): Promise<CustomProperty | "taken" | "full">;
  /** Everything but the type. */
  update(id: number, fields: Omit<PropertyInput, "type">): Promise<"updated" | "taken" | "unknown">;
  /** Its slot stays taken until it is released. */
  remove(id: number): Promise<boolean>;
  /** Returns the ids of removed properties whose slots are taken. */
  listRemoved(): Promise<readonly number[]>;
  /** Frees the slot of a removed property. */
  release(id: number): Promise<void>;
}
