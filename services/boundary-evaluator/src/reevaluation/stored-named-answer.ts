import type { NamedReference } from "../judging/model/named-reference.ts";
import type { NamedAnswer } from "./latest-evaluation.ts";

/** A {@link NamedAnswer} in the form in which documents contain it. */
export interface StoredNamedAnswer {
  readonly named: NamedReference;
  readonly mark: string;
}

export function storedNamed(answers: readonly NamedAnswer[]): StoredNamedAnswer[] {
  return answers.map(({ named, fingerprint }) => ({ named, mark: fingerprint }));
}

export function namedOf(stored: readonly StoredNamedAnswer[]): NamedAnswer[] {
  return stored.map(({ named, mark }) => ({ named, fingerprint: mark }));
}
