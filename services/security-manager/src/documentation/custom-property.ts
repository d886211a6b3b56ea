import type { PropertyType } from "../siql/checking/check-context.ts";

export interface PropertyInput {
  readonly name: string;
  /** The name of the property in SIQL queries, after `p.`. Unique, ignoring case. */
  readonly key: string;
  /** The type never changes. */
  readonly type: PropertyType;
  /** True if SIQL queries may compare the property. */
  readonly filterable: boolean;
  /**
   * A disabled property keeps its values, but responses omit them, queries can't compare them, and clients can't set
   * them.
   */
  readonly disabled: boolean;
}

/** A property that the documentation of rules may have. */
export interface CustomProperty extends PropertyInput {
  readonly id: number;
  /**
   * The number in the names of the index fields that store the property's values in the rows of rules. The numbers
   * start at 1. Another property may get this number only after the values of this property are removed from the rows
   * of all current and pending revisions.
   */
  readonly slot: number;
}

export const MOST_PROPERTIES = 200;

/** Returns a property as responses show it. */
export function propertyRecord({ id, name, key, type, filterable, disabled }: CustomProperty) {
  return { id, name, key, type, filterable, disabled };
}
