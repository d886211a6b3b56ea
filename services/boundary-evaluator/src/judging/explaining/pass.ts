import { isInside, type RelatedPair } from "../matching/judge-pair.ts";
import { exactnessMessage } from "./exactness.ts";
import { boundaryNames, type MessageBuilder, shortened } from "./message-text.ts";
import { exactOutsideMessage, outsideMessage } from "./outside.ts";
import { type RuleFacts, remedyFor } from "./rule-facts.ts";

/** Says which part of a rule a Pass boundary grants, and what to do about the rest. */
export function passMessage(pair: RelatedPair, facts: RuleFacts): MessageBuilder {
  const boundary = `Boundary "${pair.boundary.definition.name}"`;
  const rule = `rule "${pair.rule.rule.id}"`;
  if (pair.isMatch) return () => `${boundary} allows all of ${rule}`;
  return (showsAddresses) =>
    shortened((mostNamed) => {
      if (!pair.exactSidesMatch) {
        const { reason, remedy } = exactnessMessage(pair, showsAddresses, mostNamed);
        return `${boundary} does not count for ${rule} because ${reason}: ${remedy}`;
      }
      if (isInside(pair.relation)) {
        const outside = exactOutsideMessage(pair, showsAddresses, mostNamed);
        return `${boundary} allows all traffic of ${rule}: no change is needed; isMatch is false only because of ${outside}, where the rule has no traffic`;
      }
      const outside = outsideMessage(pair, showsAddresses, mostNamed);
      return `${boundary} allows part of ${rule} but leaves out ${outside}: ${remedyOf(pair, facts, showsAddresses, mostNamed)}`;
    });
}

function remedyOf(pair: RelatedPair, facts: RuleFacts, showsAddresses: boolean, mostNamed: number): string {
  const cover = facts.coverOf(pair.rule);
  const covering = cover?.kind === "single" ? [cover.boundary] : cover?.kind === "joint" ? cover.boundaries : [];
  if (covering.length === 0) return remedyFor("this", facts.forbiddingPairOf(pair.rule), showsAddresses, mostNamed);
  const names = covering.filter((boundary) => boundary !== pair.boundary).map(({ definition }) => definition.name);
  return `no change is needed because ${boundaryNames(names, mostNamed)} ${names.length === 1 ? "allows" : "allow"} the rest`;
}
