import type { Manager, ManagerCall, ManagerFailure } from "./manager.ts";

/** The manager, and the user and time limit of one call of a tool. */
export interface Asking {
  readonly manager: Manager;
  readonly call: ManagerCall;
}

/**
 * The reason why a tool has no answer: a refusal, or a failure of the manager. The caller gets the `texts` of a
 * refusal. The first text is complete by itself.
 */
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
