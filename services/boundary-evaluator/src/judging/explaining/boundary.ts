import { admittedFamily } from "@network-access/firewall-rules/admitted-family";
import { whyNoTraffic } from "@network-access/firewall-rules/why-no-traffic";
import { blocksOfProduct, intersectProducts } from "@network-access/traffic-sets/traffic-product";
import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { PairVerdict } from "../matching/judge-pair.ts";
import { failMessage } from "./fail.ts";
import { cachedMessage, capitalised, type MessageBuilder, MOST_WORDS, ruleNames } from "./message-text.ts";
import { passMessage } from "./pass.ts";
import type { RuleFacts } from "./rule-facts.ts";
import { scoreMessage } from "./score.ts";
import { unresolvedMessage } from "./unresolved.ts";

/** Returns the message about one rule and one boundary. The message of each pair is built only once. */
export type PairMessages = (pair: PairVerdict) => MessageBuilder;

export function pairMessages(facts: RuleFacts): PairMessages {
  const messages = new Map<PairVerdict, MessageBuilder>();
  return (pair) => {
    const known = messages.get(pair);
    if (known !== undefined) return known;
    const message = cachedMessage(pairMessage(pair, facts));
    messages.set(pair, message);
    return message;
  };
}

/** Describes the result of one boundary for one rule, as a sentence without its full stop. */
export function pairMessage(pair: PairVerdict, facts: RuleFacts, mostWords: number = MOST_WORDS): MessageBuilder {
  if (pair.kind === "unresolved") return unresolvedMessage(pair.rule, pair.boundary, mostWords);
  switch (pair.boundary.definition.action) {
    case "Fail":
      return failMessage(pair, mostWords);
    case "Pass":
      return passMessage(pair, facts);
    case "Score":
      return scoreMessage(pair);
  }
}

/**
 * Builds the complete message about the result of a boundary. It consists of these parts:
 * - the message that is stored with the boundary, if `showsOwnMessage` is true
 * - a sentence about `decisive`, the pair that decided the result
 * - a sentence that lists the other rules with the same result, if there are any
 * - notes about the boundary
 */
export function boundaryMessage(
  decisive: PairVerdict,
  alike: readonly PairVerdict[],
  showsOwnMessage: boolean,
  messageOf: PairMessages,
): MessageBuilder {
  const { boundary } = decisive;
  const own = showsOwnMessage ? ownMessage(boundary) : "";
  const others = alike.filter((pair) => pair !== decisive).map(({ rule }) => rule.rule.id);
  const verb = others.length === 1 ? "has" : "have";
  const likewise = others.length === 0 ? "" : ` ${capitalised(ruleNames(others))} ${verb} the same result.`;
  return (showsAddresses) => `${own}${messageOf(decisive)(showsAddresses)}.${likewise}${notesOn(boundary, decisive)}`;
}

/** Says why a boundary that has no traffic at present can match nothing. */
export function emptyBoundaryMessage(boundary: CompiledBoundary): MessageBuilder {
  const { name } = boundary.definition;
  const empty = (["sources", "destinations"] as const).flatMap((side) =>
    boundary[side].empty
      .filter(({ object }) => !object.negate)
      .map(({ text }) => `${text} in its ${side} has no addresses`),
  );
  const [reason = whyNoTraffic(boundary.reach)?.reason] = empty;
  return () => `Boundary "${name}" matches nothing at present because ${reason}.`;
}

function ownMessage({ definition }: CompiledBoundary): string {
  const text = definition.message?.trim() ?? "";
  if (text === "") return "";
  return /[.!?:;…]$/u.test(text) ? `${text} ` : `${text}. `;
}

/** Returns notes on negated objects as one text, with a space before each note. */
function notesOn(boundary: CompiledBoundary, decisive: PairVerdict): string {
  const notes: string[] = [];
  for (const side of ["sources", "destinations"] as const) {
    for (const { object, text } of boundary[side].empty) {
      if (object.negate)
        notes.push(` The boundary's ${side} negate ${text}, which has no addresses, so this excludes nothing.`);
    }
    const admits = admittedFamily(boundary[side]);
    if (admits !== null && touchesFamily(decisive, admits)) {
      const negates = admits === 6 ? 4 : 6;
      notes.push(` The boundary's ${side} negate only IPv${negates} and so include all of IPv${admits}.`);
    }
  }
  return notes.join("");
}

function touchesFamily(pair: PairVerdict, family: 4 | 6): boolean {
  if (pair.kind === "unresolved") return false;
  return blocksOfProduct(intersectProducts(pair.rule.traffic, pair.named)).some((block) => block.family === family);
}
