/** A value of an operand, or why there is none: one or two sentences that say what works. */
export type OperandReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

export function refused(problem: string) {
  return { ok: false, problem } as const;
}
