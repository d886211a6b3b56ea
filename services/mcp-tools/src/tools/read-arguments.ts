import { z } from "zod";
import { estateText } from "../answers/estate-text.ts";

export type ReadArguments<Input> =
  | { readonly ok: true; readonly input: Input }
  /** Each text names a wrong argument and says what it must be. */
  | { readonly ok: false; readonly mistakes: readonly string[] };

/** At most 15 digits, so that the number is exact. */
const DIGITS = /^-?\d{1,15}$/;
/** The most characters of a value that an error message repeats. */
const MOST_SENT = 60;
/** The most unknown arguments that an error message names. */
const MOST_NAMED = 5;

/**
 * Returns the names of the integer arguments that may also be sent as a string of digits: all except those with
 * `.meta({ textRefused: true })`.
 */
export function digitArguments(schema: z.ZodObject): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input" });
  const integers = Object.entries(properties).filter(
    ([, property]) => typeof property === "object" && property.type === "integer" && !property.textRefused,
  );
  return new Set(integers.map(([name]) => name));
}

/**
 * Validates the arguments of a call. An argument that is null counts as missing. `digits` is the result of
 * `digitArguments`.
 */
export function readArguments<Schema extends z.ZodObject>(
  schema: Schema,
  digits: ReadonlySet<string>,
  sent: Readonly<Record<string, unknown>>,
): ReadArguments<z.output<Schema>> {
  const given = Object.entries(sent)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, readText(value, digits.has(name))]);
  const read = schema.safeParse(Object.fromEntries(given), {
    error: (issue) => describe(issue, Object.keys(schema.shape)),
  });
  if (read.success) return { ok: true, input: read.data };
  return { ok: false, mistakes: read.error.issues.map(mistakeOf) };
}

/**
 * Converts a text of digits to a number if `isInteger` is true. In other texts, replaces lone surrogates, because a URL
 * can't contain them.
 */
function readText(value: unknown, isInteger: boolean): unknown {
  if (typeof value !== "string") return value;
  return isInteger && DIGITS.test(value) ? Number(value) : value.toWellFormed();
}

function mistakeOf({ code, path, message }: z.core.$ZodIssue): string {
  return code === "unrecognized_keys" || path.length === 0 ? message : `${nameOf(path)} ${message}`;
}

function nameOf([name, ...inner]: readonly PropertyKey[]): string {
  return `${String(name)}${inner.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("")}`;
}

/**
 * Returns the message for an error in the arguments. Returns undefined for errors with zod's own message. Schemas with
 * their own error message do not use this function.
 */
function describe(issue: z.core.$ZodRawIssue, names: readonly string[]): string | undefined {
  switch (issue.code) {
    case "unrecognized_keys":
      return `${namesOf(issue.keys)}: no such argument; ${validNames(names)}`;
    case "invalid_type":
      if (issue.input === undefined) return "is missing";
      return `must be ${expectedType(issue)}, not ${quoted(issue.input)}`;
    case "invalid_value":
      if (issue.input === undefined) return `is missing; it is one of ${issue.values.map(String).join(", ")}`;
      return `must be one of ${issue.values.map(String).join(", ")}, not ${quoted(issue.input)}`;
    case "too_small":
      return `must ${bound(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `must ${bound(issue.origin, "at most", issue.maximum)}`;
    case "invalid_union":
      return issue.input === undefined ? "is missing" : `can't be ${quoted(issue.input)}`;
    default:
      return undefined;
  }
}

function namesOf(keys: readonly string[]): string {
  const more = keys.length - MOST_NAMED;
  return `${keys.slice(0, MOST_NAMED).map(quoted).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function validNames(names: readonly string[]): string {
  return names.length === 0 ? "there are none" : `valid are ${names.join(", ")}`;
}

function expectedType({ expected, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  if (expected === "int" || inst instanceof z.ZodNumberFormat) return "an integer";
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function bound(origin: string, side: string, limit: number | bigint): string {
  if (origin === "string") return `have ${side} ${limit} characters`;
  if (origin === "array") return `have ${side} ${limit} items`;
  return `be ${side} ${limit}`;
}

function quoted(value: unknown): string {
  return estateText(JSON.stringify(value) ?? String(value), MOST_SENT);
}
