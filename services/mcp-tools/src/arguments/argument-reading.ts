import { estateText } from "../answers/estate-text.ts";

/**
 * The value of an argument, or the problem with it. A message contains the name of the argument, followed by `problem`.
 * The text of `problem` also says which values would work.
 */
export type ArgumentReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

const MOST_QUOTED = 60;

export function problem(text: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: text };
}

/** Quotes a text from a caller for use in a message. */
export function quoted(text: string): string {
  return `"${estateText(text, MOST_QUOTED)}"`;
}
