import type { FaultList } from "./field-fault.ts";

// C0 controls, DEL and C1 controls: nothing a person types into a name on purpose.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const control = /[\u0000-\u001f\u007f-\u009f]/u;
const loneSurrogate = /\p{Surrogate}/u;

/** Characters of a text, as a person counts code points. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Longer than `max` code points, without walking texts that cannot be. */
function longerThan(text: string, max: number): boolean {
  return text.length > max && characterCount(text) > max;
}

/** Checks an id: 1..256 characters of any script without control characters. */
export function checkId(faults: FaultList, path: string, value: string): void {
  checkLine(faults, path, value, 256);
}

/** Checks a name: 1..512 characters without control characters. */
export function checkName(faults: FaultList, path: string, value: string): void {
  checkLine(faults, path, value, 512);
}

/** Checks one line of text: 1..max characters without control characters. */
export function checkLine(faults: FaultList, path: string, value: string, max: number): void {
  if (value === "") faults.add(path, `must not be empty; 1 to ${max} characters work`);
  else if (longerThan(value, max)) faults.add(path, `has ${characterCount(value)} characters; at most ${max} work`);
  else if (control.test(value)) faults.add(path, "holds a control character; leave it out");
  else if (loneSurrogate.test(value)) faults.add(path, "holds half a character (a lone surrogate); leave it out");
}

/** Checks a free text: up to 10,000 characters, line breaks and tabs welcome. */
export function checkText(faults: FaultList, path: string, value: string): void {
  if (longerThan(value, 10_000)) faults.add(path, `has ${characterCount(value)} characters; at most 10,000 work`);
  else if (loneSurrogate.test(value)) faults.add(path, "holds half a character (a lone surrogate); leave it out");
}
