import type { Manager, ManagerCall, ManagerFailure } from "./manager.ts";

/** What the manager is asked through, for one call of a tool. */
export interface Asking {
  readonly manager: Manager;
  readonly call: ManagerCall;
}

/** Why a tool has no answer: `texts` for the caller, the first of which stands alone, or a failure of the manager. */
export type Problem =
  | { readonly kind: "refusal"; readonly texts: readonly string[] }
  | { readonly kind: "manager-failure"; readonly failure: ManagerFailure };

export type Found<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

export function refused(...texts: readonly string[]): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: { kind: "refusal", texts } };
}

export function failed(failure: ManagerFailure): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: { kind: "manager-failure", failure } };
}
