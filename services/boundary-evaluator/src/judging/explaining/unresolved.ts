import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { ResolvedObject } from "../compiling/resolve-objects.ts";
import { capitalised, joined, type MessageBuilder } from "./message-text.ts";

/** Which look-up keeps a rule and a boundary from being laid beside each other. */
export function unresolvedMessage(rule: CompiledRule, boundary: CompiledBoundary): MessageBuilder {
  const problems = [...problemsOf(rule, "the rule's"), ...problemsOf(boundary, "its")];
  const name = boundary.definition.name;
  return () => `Boundary "${name}" could not be judged for rule "${rule.rule.id}": ${joined(problems, "and")}`;
}

/** What one object's look-up gave and what to do about it, as a clause. */
function lookupOutcomeMessage({ object, text, lookup }: ResolvedObject, where: string): string {
  switch (lookup?.outcome) {
    case "unknown":
      return `${text} in ${where} is not known, so ${object.type === "ConnectGroup" ? "create it" : "have it discovered"} or name another`;
    case "failed":
      return `the addresses of ${text} in ${where} could not be looked up (${lookup.reason}), so judge again later`;
    case "not-ready":
      return `the addresses of ${text} in ${where} are not ready yet, so judge again later`;
    default:
      return `${text} in ${where} has no addresses`;
  }
}

function problemsOf(sides: Pick<CompiledBoundary | CompiledRule, "sources" | "destinations">, whose: string): string[] {
  return (["sources", "destinations"] as const).flatMap((side) =>
    sides[side].unresolved.map((object) => lookupOutcomeMessage(object, `${whose} ${side}`)),
  );
}

/** A look-up's clause as a sentence of its own. */
export function lookupMessage(object: ResolvedObject, where: string): string {
  return `${capitalised(lookupOutcomeMessage(object, where))}.`;
}
