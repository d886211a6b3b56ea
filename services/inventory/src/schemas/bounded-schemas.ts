import { characterCount, lineError } from "@network-access/firewall-rules/text";
import { isExactNumber } from "@network-access/service-runtime/exact-json";
import { z } from "zod";

/**
 * Schemas with length limits, from which the schemas of the REST interface are built. Validation and the OpenAPI
 * description count lengths in Unicode code points.
 */

/** Shortens a caller's text for use in a message. */
export function shorten(text: string): string {
  return text.length > 64 ? `${[...text.slice(0, 64)].join("")}...` : text;
}

/**
 * Reports whether a value parsed from JSON is a JSON object. Returns false for an array. Also returns false for a
 * number that is represented by a JavaScript object to keep all its digits.
 */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** Returns the schema of a text in one line: 1 to `most` characters, none of which is a control character. */
export function line(most: number, missing = "is missing; a text is needed") {
  return z
    .string({ error: ({ input }) => (input == null ? missing : "is not a text; send it in quotes") })
    .check(({ value, issues }) => {
      const message = lineError(value, most);
      if (message !== undefined) issues.push({ code: "custom", message, input: value });
    })
    .meta({ minLength: 1, maxLength: most, pattern: "^[^\\u0000-\\u001F\\u007F-\\u009F]*$" });
}

/**
 * Returns the schema of a text of 0 to `most` characters. Control characters such as line breaks and tabs are allowed,
 * except U+0000.
 */
export function text(most: number, wrongType = "is not a text; send it in quotes or leave it out") {
  return z
    .string({ error: wrongType })
    .check(({ value, issues }) => {
      const message = textError(value, most);
      if (message !== undefined) issues.push({ code: "custom", message, input: value });
    })
    .meta({ maxLength: most, pattern: "^[^\\u0000]*$" });
}

export function textError(value: string, most: number): string | undefined {
  if (value.length > most && characterCount(value) > most)
    return `has ${characterCount(value)} characters; at most ${most} work`;
  if (value.includes("\u0000")) return "holds the character U+0000; leave it out";
  if (!value.isWellFormed()) return "holds half a character (a lone surrogate); leave it out";
  return undefined;
}

/**
 * Returns the schema of a list of `least` to `most` entries. The length is checked first, so that a list with millions
 * of invalid entries does not cause millions of errors.
 */
export function list<Entry extends z.ZodType>(
  entry: Entry,
  bounds: { readonly least?: number; readonly most: number },
  words: { readonly wrongType: string; readonly missing?: string; readonly wrongLength: (found: number) => string },
) {
  const { least = 0, most } = bounds;
  const sized = (value: unknown, { addIssue }: z.RefinementCtx) => {
    if (Array.isArray(value) && (value.length < least || value.length > most))
      addIssue(words.wrongLength(value.length));
    return value;
  };
  const error = ({ input }: { input: unknown }) =>
    input == null ? (words.missing ?? words.wrongType) : words.wrongType;
  return z.preprocess(sized, z.array(entry, { error }).meta({ minItems: least, maxItems: most }));
}

/**
 * Returns the schema of an object that may have only the members of `shape`. `known` is the error message for any other
 * member.
 */
export function members<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  words: { readonly wrongType: string; readonly known: string },
) {
  const object = z.strictObject(shape, {
    error: ({ code }) => (code === "unrecognized_keys" ? words.known : words.wrongType),
  });
  // To keep all digits, the JSON parser represents some numbers by JavaScript objects. Zod would treat such an object
  // as a JSON object, so it is converted to a number first.
  return z.preprocess((value) => (isExactNumber(value) ? Number(value.rawJSON) : value), object);
}
