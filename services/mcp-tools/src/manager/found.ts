import type { Manager, ManagerCall, ManagerFailure } from "./manager.ts";

/** The manager, and the user and time limit of one call of a tool. */
export interface Asking {
  readonly manager: Manager;
  readonly call: ManagerCall;
}

/**
 * Why a tool has no answer: a refusal, whose `texts` the caller gets, or a failure of the manager. The first of the
 * texts is complete by itself.
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
