import { estateText } from "../answers/estate-text.ts";

/** The value of an argument. `problem` follows the argument's name, and says what would work. */
export type ArgumentReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

const MOST_QUOTED = 60;

export function problem(text: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: text };
}

/** Quotes what a caller sent, for a message. */
export function quoted(text: string): string {
  return `"${estateText(text, MOST_QUOTED)}"`;
}
