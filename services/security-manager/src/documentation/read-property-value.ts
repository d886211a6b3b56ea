import type { PropertyValue } from "../notes/rule-note.ts";
import type { PropertyType } from "../siql/checking/check-context.ts";
import { readDate } from "../siql/operands/read-date.ts";

/**
 * The members of a request that contain the value of a property. Each member may contain only values of the listed
 * property types.
 */
const TYPES = {
  stringval: ["STRING"],
  stringarray: ["STRING_ARRAY"],
  integerval: ["INTEGER", "LONG"],
  booleanval: ["BOOLEAN"],
  dateval: ["DATE"],
  usernameval: ["STRING"],
} as const satisfies Readonly<Record<string, readonly PropertyType[]>>;

export type ValueMember = keyof typeof TYPES;
export const VALUE_MEMBERS = Object.keys(TYPES) as readonly ValueMember[];

export const MOST_CHARACTERS = 4_096;
export const MOST_TEXTS = 100;
const LARGEST_INTEGER = 2 ** 31;
/** The largest number with 15 digits. Numbers with more digits are refused, because queries do not accept them. */
const LARGEST_LONG = 999_999_999_999_999;

type Reading = { readonly ok: true; readonly value: PropertyValue } | { readonly ok: false; readonly problem: string };

/** Returns the name of the response member that contains values of this type. */
export function memberOf(type: PropertyType): ValueMember {
  return VALUE_MEMBERS.find((member) => fits(member, type)) ?? "stringval";
}

export function fits(member: ValueMember, type: PropertyType): boolean {
  const types: readonly PropertyType[] = TYPES[member];
  return types.includes(type);
}

/** Reads a value of the given type. */
export function readPropertyValue(type: PropertyType, value: unknown): Reading {
  switch (type) {
    case "STRING":
      return isText(value) ? { ok: true, value } : refused(`must be a text of at most ${MOST_CHARACTERS} characters`);
    case "STRING_ARRAY":
      return Array.isArray(value) && value.length <= MOST_TEXTS && value.every(isText)
        ? { ok: true, value }
        : refused(`must be a list of at most ${MOST_TEXTS} texts of at most ${MOST_CHARACTERS} characters`);
    case "INTEGER":
      return Number.isInteger(value) && Number(value) >= -LARGEST_INTEGER && Number(value) < LARGEST_INTEGER
        ? { ok: true, value: Number(value) }
        : refused(`must be a whole number from ${-LARGEST_INTEGER} to ${LARGEST_INTEGER - 1}`);
    case "LONG":
      return Number.isSafeInteger(value) && Math.abs(Number(value)) <= LARGEST_LONG
        ? { ok: true, value: Number(value) }
        : refused("must be a whole number of at most 15 digits");
    case "BOOLEAN":
      return typeof value === "boolean" ? { ok: true, value } : refused("must be true or false");
    case "DATE": {
      const read = typeof value === "string" ? readDate(value) : undefined;
      return read?.ok
        ? { ok: true, value: read.value.from }
        : refused("must be a date such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z");
    }
  }
}

/** Returns a value as responses show it. */
export function printPropertyValue(type: PropertyType, value: PropertyValue): PropertyValue {
  return type === "DATE" && typeof value === "number" ? new Date(value).toISOString() : value;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MOST_CHARACTERS;
}

function refused(problem: string): Reading {
  return { ok: false, problem };
}
