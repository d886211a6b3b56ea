import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { ResolvedObject } from "../compiling/resolve-objects.ts";
import { capitalised, joined, listed, type MessageBuilder, shortened } from "./message-text.ts";

const LATER = "evaluate again later";

/** Says which lookups prevent the comparison of a rule with a boundary. */
export function unresolvedMessage(rule: CompiledRule, boundary: CompiledBoundary, mostWords: number): MessageBuilder {
  const problems = [...problemsOf(rule, "the rule's", "request"), ...problemsOf(boundary, "its", "boundary")];
  const reasons = problems.map(({ reason }) => reason);
  const remedies = [...new Set(problems.flatMap(({ remedy }) => remedy ?? []))];
  return () =>
    shortened((mostNamed) => {
      const because =
        mostNamed === 0 ? `${reasons.length} names have no addresses` : listed(reasons, reasons.length, mostNamed);
      return `Boundary "${boundary.definition.name}" could not be evaluated for rule "${rule.rule.id}" because ${because}${changeTo(remedies)}`;
    }, mostWords);
}

/** Returns a lookup's problem as a separate sentence. */
export function lookupMessage(object: ResolvedObject, where: string): string {
  const { reason, remedy } = problemOf(object, where, "request");
  return `${capitalised(reason)}${changeTo(remedy === null ? [] : [remedy])}.`;
}

interface Problem {
  readonly reason: string;
  readonly remedy: string | null;
}

type NamedBy = "request" | "boundary";

function problemOf({ object, text, lookup }: ResolvedObject, where: string, namedBy: NamedBy): Problem {
  switch (lookup?.outcome) {
    case "unknown":
      return {
        reason: `${text} in ${where} is unknown`,
        remedy: namedBy === "boundary" ? "ask the policy owner to correct the boundary" : remedyOfUnknown(object),
      };
    case "failed":
      return {
        reason: `${text} in ${where} is unavailable (${lookup.reason})`,
        remedy: LATER,
      };
    case "not-ready":
      return { reason: `${text} in ${where} is not ready yet`, remedy: LATER };
    default:
      return { reason: `${text} in ${where} has no addresses`, remedy: null };
  }
}

function problemsOf(
  sides: Pick<CompiledBoundary | CompiledRule, "sources" | "destinations">,
  whose: string,
  namedBy: NamedBy,
): Problem[] {
  return (["sources", "destinations"] as const).flatMap((side) =>
    sides[side].unresolved.map((object) => problemOf(object, `${whose} ${side}`, namedBy)),
  );
}

function remedyOfUnknown({ type }: ResolvedObject["object"]): string {
  return type === "ConnectGroup" ? "create the group or name another" : "have the item discovered or name another";
}

function changeTo(remedies: readonly string[]): string {
  const isTemporary = remedies.every((remedy) => remedy === LATER);
  return remedies.length === 0 ? "" : `: ${joined([...(isTemporary ? ["change nothing"] : []), ...remedies], "and")}`;
}
