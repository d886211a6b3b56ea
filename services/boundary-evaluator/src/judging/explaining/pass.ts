import type { RuleCover } from "../matching/joint-cover.ts";
import { isInside, type RelatedPair } from "../matching/judge-pair.ts";
import { exactnessMessage } from "./exactness.ts";
import { boundaryNames, type MessageBuilder } from "./message-text.ts";
import { exactOutsideMessage, outsideMessage } from "./outside.ts";

/** What a Pass boundary grants of a rule, and what would make it grant all of it. */
export function passMessage(pair: RelatedPair, cover: RuleCover | undefined): MessageBuilder {
  const name = `Boundary "${pair.boundary.definition.name}"`;
  const rule = `rule "${pair.rule.rule.id}"`;
  return (showsAddresses) => {
    if (pair.isMatch) return `${name} allows all of ${rule}: it stays so while the rule does not grow beyond it`;
    if (!pair.takesPart) {
      const holds = isInside(pair.relation) ? "holds the traffic" : "holds part of the traffic";
      return `${name} ${holds} of ${rule} but does not count for it: ${exactnessMessage(pair, showsAddresses)}`;
    }
    if (isInside(pair.relation)) {
      const outside = exactOutsideMessage(pair, showsAddresses);
      return `${name} covers all traffic of ${rule}, so it counts, yet isMatch is false because ${outside} lies outside it, where the rule has no traffic: leave that out to make it match`;
    }
    const outside = outsideMessage(pair, showsAddresses);
    return `${name} allows ${rule} except ${outside}: ${remedy(pair, cover)}`;
  };
}

function remedy(pair: RelatedPair, cover: RuleCover | undefined): string {
  if (cover?.kind === "single")
    return `nothing needs to change, boundary "${cover.boundary.definition.name}" covers the rule alone`;
  const others = cover?.kind === "joint" ? cover.boundaries.filter((one) => one !== pair.boundary) : [];
  if (cover?.kind === "joint" && others.length < cover.boundaries.length) {
    return `nothing needs to change, together with ${boundaryNames(others.map(({ definition }) => definition.name))} it covers the whole rule`;
  }
  if (cover?.kind === "joint") {
    return `nothing needs to change, ${boundaryNames(others.map(({ definition }) => definition.name))} together cover the whole rule`;
  }
  return "take that out of the rule or have a boundary allow it as well";
}
