import type { PropertyType } from "../siql/checking/check-context.ts";

export interface PropertyInput {
  readonly name: string;
  /** As SIQL names it behind `p.`; unique, case ignored. */
  readonly key: string;
  /** The type never changes. */
  readonly type: PropertyType;
  /** Whether SIQL may compare it. */
  readonly filterable: boolean;
  /** A disabled property keeps its values, but nothing shows, compares or sets them. */
  readonly disabled: boolean;
}

/** A property that the documentation of rules may have. */
export interface CustomProperty extends PropertyInput {
  readonly id: number;
  /**
   * The place of the property in the rows of rules, from 1. No two properties share a place while a row may have values
   * of both.
   */
  readonly slot: number;
}

export const MOST_PROPERTIES = 200;

/** As it is answered. */
export function propertyRecord({ id, name, key, type, filterable, disabled }: CustomProperty) {
  return { id, name, key, type, filterable, disabled };
}
