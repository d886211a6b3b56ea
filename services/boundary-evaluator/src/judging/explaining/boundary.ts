import { admittedFamily } from "@network-access/firewall-rules/admitted-family";
import { whyNoTraffic } from "@network-access/firewall-rules/why-no-traffic";
import { blocksOfProduct, intersectProducts } from "@network-access/traffic-sets/traffic-product";
import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { RuleCover } from "../matching/joint-cover.ts";
import type { PairVerdict } from "../matching/judge-pair.ts";
import { failMessage } from "./fail.ts";
import { cachedMessage, type MessageBuilder, ruleNames } from "./message-text.ts";
import { passMessage } from "./pass.ts";
import { scoreMessage } from "./score.ts";
import { unresolvedMessage } from "./unresolved.ts";

/** What each pair says, told once however often it is asked for. */
export type PairMessages = (pair: PairVerdict) => MessageBuilder;

export function pairMessages(covers: ReadonlyMap<CompiledRule, RuleCover>): PairMessages {
  const told = new Map<PairVerdict, MessageBuilder>();
  return (pair) => {
    const known = told.get(pair);
    if (known !== undefined) return known;
    const message = cachedMessage(pairMessage(pair, covers));
    told.set(pair, message);
    return message;
  };
}

/** What one boundary says of one rule, in one sentence without its full stop. */
function pairMessage(pair: PairVerdict, covers: ReadonlyMap<CompiledRule, RuleCover>): MessageBuilder {
  if (pair.kind === "unresolved") return unresolvedMessage(pair.rule, pair.boundary);
  switch (pair.boundary.definition.action) {
    case "Fail":
      return failMessage(pair);
    case "Pass":
      return passMessage(pair, covers.get(pair.rule));
    case "Score":
      return scoreMessage(pair);
  }
}

/** The whole message: the policy's own words where it matches or objects, then one sentence on the pair that decided. */
export function boundaryMessage(
  decisive: PairVerdict,
  alike: readonly PairVerdict[],
  speaks: boolean,
  tell: PairMessages,
): MessageBuilder {
  const { boundary } = decisive;
  const words = speaks ? ownWords(boundary) : "";
  const others = alike.filter((pair) => pair !== decisive).map(({ rule }) => rule.rule.id);
  const likewise = others.length === 0 ? "" : ` (likewise ${ruleNames(others)})`;
  return (showsAddresses) => `${words}${tell(decisive)(showsAddresses)}${likewise}${notes(boundary, decisive)}.`;
}

/** Why a boundary that holds no traffic at present can match nothing. */
export function emptyBoundaryMessage(boundary: CompiledBoundary): MessageBuilder {
  const { name } = boundary.definition;
  const empty = (["sources", "destinations"] as const).flatMap((side) =>
    boundary[side].empty
      .filter(({ object }) => !object.negate)
      .map(({ text }) => `${text} in its ${side} has no addresses`),
  );
  const [words = whyNoTraffic(boundary.reach)?.words] = empty;
  return () =>
    `Boundary "${name}" matches nothing at present because ${words}: it takes part again once it names traffic.`;
}

function ownWords({ definition }: CompiledBoundary): string {
  const words = definition.message?.trim() ?? "";
  if (words === "") return "";
  return /[.!?:;…]$/u.test(words) ? `${words} ` : `${words}. `;
}

function notes(boundary: CompiledBoundary, decisive: PairVerdict): string {
  const clauses: string[] = [];
  for (const side of ["sources", "destinations"] as const) {
    for (const { object, text } of boundary[side].empty) {
      if (object.negate)
        clauses.push(`; ${text}, which its ${side} negate, has no addresses, so negating it takes nothing away`);
    }
    const admits = admittedFamily(boundary[side]);
    if (admits !== null && touchesFamily(decisive, admits)) {
      clauses.push(`; what its ${side} negate leaves all of IPv${admits} in them`);
    }
  }
  return clauses.join("");
}

function touchesFamily(pair: PairVerdict, family: 4 | 6): boolean {
  if (pair.kind === "unresolved") return false;
  return blocksOfProduct(intersectProducts(pair.rule.traffic, pair.named)).some((block) => block.family === family);
}
