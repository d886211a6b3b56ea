import type { FieldErrors } from "./field-error.ts";

// C0 controls, DEL and C1 controls. A person types none of these characters into a name on purpose.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
const control = /[\u0000-\u001f\u007f-\u009f]/u;
const loneSurrogate = /\p{Surrogate}/u;

/** Returns the number of characters of a text. Each Unicode code point counts as one character. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Reports whether a text has more than `max` code points. A text never has more code points than its `length`, so code
 * points are counted only if `length` is greater than `max`.
 */
function longerThan(text: string, max: number): boolean {
  return text.length > max && characterCount(text) > max;
}

/** Checks an id: 1..256 characters of any script without control characters. */
export function checkId(errors: FieldErrors, path: string, value: string): void {
  checkLine(errors, path, value, 256);
}

/** Checks a name: 1..512 characters without control characters. */
export function checkName(errors: FieldErrors, path: string, value: string): void {
  checkLine(errors, path, value, 512);
}

/**
 * Adds an error at `path` unless the text is valid. A valid text has 1 to `max` characters, no control characters and
 * no lone surrogates.
 */
export function checkLine(errors: FieldErrors, path: string, value: string, max: number): void {
  const message = lineError(value, max);
  if (message !== undefined) errors.add(path, message);
}

/**
 * Returns a description of the first mistake in a text, or undefined if the text is valid. A valid text has 1 to `max`
 * characters, no control characters (such as line breaks) and no lone surrogates.
 */
export function lineError(value: string, max: number): string | undefined {
  if (value === "") return `must not be empty; 1 to ${max} characters work`;
  if (longerThan(value, max)) return `has ${characterCount(value)} characters; at most ${max} work`;
  if (control.test(value)) return "holds a control character; leave it out";
  if (loneSurrogate.test(value)) return "holds half a character (a lone surrogate); leave it out";
  return undefined;
}

/**
 * Checks that a free text has at most 10,000 characters and no lone surrogates. Line breaks, tabs and other control
 * characters are allowed.
 */
export function checkText(errors: FieldErrors, path: string, value: string): void {
  if (longerThan(value, 10_000)) errors.add(path, `has ${characterCount(value)} characters; at most 10,000 work`);
  else if (loneSurrogate.test(value)) errors.add(path, "holds half a character (a lone surrogate); leave it out");
}
