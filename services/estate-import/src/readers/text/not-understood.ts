import type { NotUnderstood } from "../../reader.ts";

/** A piece of text that the reader did not understand, and its place in the file that is being read. */
export type Note = Omit<NotUnderstood, "file">;

/**
 * A value that was read from a text, or the reason why the text has no value. `wrong` is true if no device prints such
 * a text. It is false if a device may print the text but the snapshot cannot express its meaning.
 */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly wrong: boolean; readonly reason: string };

export function wrong(reason: string) {
  return { ok: false, wrong: true, reason } as const;
}

export function unknown(reason: string) {
  return { ok: false, wrong: false, reason } as const;
}
