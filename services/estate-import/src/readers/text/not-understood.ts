import type { NotUnderstood } from "../../reader.ts";

/** What was not understood in the file that is being read. */
export type Note = Omit<NotUnderstood, "file">;

/**
 * A value, or the reason why there is none. `wrong` is true for text that no device prints, and false for what the
 * snapshot cannot express.
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
