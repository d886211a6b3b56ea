import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { ResolvedObject } from "../compiling/resolve-objects.ts";
import { capitalised, joined, listed, type MessageBuilder, MOST_WORDS_OF_PAIR, shortened } from "./message-text.ts";

/** Which lookups keep a rule and a boundary from being compared. */
export function unresolvedMessage(rule: CompiledRule, boundary: CompiledBoundary): MessageBuilder {
  const problems = [...problemsOf(rule, "the rule's"), ...problemsOf(boundary, "its")];
  const reasons = problems.map(({ reason }) => reason);
  const remedies = [...new Set(problems.flatMap(({ remedy }) => remedy ?? []))];
  return () =>
    shortened((mostNamed) => {
      const because =
        mostNamed === 0 ? `${reasons.length} names have no addresses` : listed(reasons, reasons.length, mostNamed);
      return `Boundary "${boundary.definition.name}" could not be evaluated for rule "${rule.rule.id}" because ${because}${changeTo(remedies)}`;
    }, MOST_WORDS_OF_PAIR);
}

/** A lookup's problem as a sentence of its own. */
export function lookupMessage(object: ResolvedObject, where: string): string {
  const { reason, remedy } = problemOf(object, where);
  return `${capitalised(reason)}${changeTo(remedy === null ? [] : [remedy])}.`;
}

interface Problem {
  readonly reason: string;
  readonly remedy: string | null;
}

function problemOf({ object, text, lookup }: ResolvedObject, where: string): Problem {
  switch (lookup?.outcome) {
    case "unknown":
      return {
        reason: `${text} in ${where} is unknown`,
        remedy:
          object.type === "ConnectGroup"
            ? "create the group or name another"
            : "have the item discovered or name another",
      };
    case "failed":
      return {
        reason: `${text} in ${where} is unavailable (${lookup.reason})`,
        remedy: "evaluate again later",
      };
    case "not-ready":
      return { reason: `${text} in ${where} is not ready yet`, remedy: "evaluate again later" };
    default:
      return { reason: `${text} in ${where} has no addresses`, remedy: null };
  }
}

function problemsOf(
  sides: Pick<CompiledBoundary | CompiledRule, "sources" | "destinations">,
  whose: string,
): Problem[] {
  return (["sources", "destinations"] as const).flatMap((side) =>
    sides[side].unresolved.map((object) => problemOf(object, `${whose} ${side}`)),
  );
}

function changeTo(remedies: readonly string[]): string {
  return remedies.length === 0 ? "" : `: ${joined(remedies, "and")}`;
}
