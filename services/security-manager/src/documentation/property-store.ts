import type { CustomProperty, PropertyInput } from "./custom-property.ts";

/**
 * Access to the stored properties of rule documentation. Keys are unique, ignoring case. Calls throw while the database
 * is unavailable.
 */
export interface PropertyStore {
  /**
   * Inserts properties with the ids 1, 2, and so on, once for each database. Later calls insert nothing, so properties
   * that have been removed meanwhile stay removed.
   */
  insertOnce(inputs: readonly PropertyInput[]): Promise<void>;
  /** Returns all properties in order of their ids. */
  list(): Promise<readonly CustomProperty[]>;
  /**
   * Inserts a property and gives it a free slot. A slot is a number in the names of the index fields that store the
   * property's values. Returns "taken" if another property has the key, and "full" if no slot is free.
   */
  insert(id: number, input: PropertyInput): Promise<CustomProperty | "taken" | "full">;
  /** Changes the fields of a property, except its type. */
  update(id: number, fields: Omit<PropertyInput, "type">): Promise<"updated" | "taken" | "unknown">;
  /**
   * Marks a property as removed. Its slot (a number in the names of its index fields) stays in use until `release` is
   * called. Returns false if there is no such property.
   */
  remove(id: number): Promise<boolean>;
  /** Returns the ids of removed properties whose slots (the numbers of their index fields) are still taken. */
  listRemoved(): Promise<readonly number[]>;
  /** Frees the slot of a removed property, so that a new property may use its index fields. */
  release(id: number): Promise<void>;
}
