/** The value of an operand. If there is none, one or two sentences that say why, and what would work. */
export type OperandReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

export function refused(problem: string) {
  return { ok: false, problem } as const;
}
