import type { RuleCover } from "../matching/joint-cover.ts";
import { isInside, type RelatedPair } from "../matching/judge-pair.ts";
import { exactnessMessage } from "./exactness.ts";
import { boundaryNames, type MessageBuilder, shortened } from "./message-text.ts";
import { exactOutsideMessage, outsideMessage } from "./outside.ts";

/** What a Pass boundary grants of a rule, and what would make it grant all of it. */
export function passMessage(pair: RelatedPair, cover: RuleCover | undefined): MessageBuilder {
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
        return `${boundary} allows all traffic of ${rule}; isMatch is false for ${outside}, where the rule has no traffic: remove that to match`;
      }
      const outside = outsideMessage(pair, showsAddresses, mostNamed);
      return `${boundary} allows part of ${rule} but leaves out ${outside}: ${remedyOf(pair, cover, mostNamed)}`;
    });
}

function remedyOf(pair: RelatedPair, cover: RuleCover | undefined, mostNamed: number): string {
  const covering = cover?.kind === "single" ? [cover.boundary] : cover?.kind === "joint" ? cover.boundaries : [];
  if (covering.length === 0) return "remove that or have a boundary allow it";
  const names = covering.filter((boundary) => boundary !== pair.boundary).map(({ definition }) => definition.name);
  return `no change is needed, ${boundaryNames(names, mostNamed)} ${names.length === 1 ? "allows" : "allow"} the rest`;
}
