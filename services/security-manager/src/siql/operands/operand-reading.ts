/** The value of an operand, or one or two sentences that say why there is none and what would work. */
export type OperandReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

export function refused(problem: string) {
  return { ok: false, problem } as const;
}
