import type { Manager, ManagerCall, ManagerFailure } from "./manager.ts";

/** The manager, and the settings of one tool call: its user and its time limit. */
export interface Asking {
  readonly manager: Manager;
  readonly call: ManagerCall;
}

/**
 * The reason why a tool has no result. `texts` of a refusal are for the caller; the first of them is understandable
 * without the others.
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
