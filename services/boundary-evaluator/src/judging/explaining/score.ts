import { isInside, type RelatedPair } from "../matching/judge-pair.ts";
import { exactnessMessage } from "./exactness.ts";
import { type MessageBuilder, shortened } from "./message-text.ts";
import { exactOutsideMessage, outsideMessage } from "./outside.ts";

/** Says whether a Score boundary counts for a rule, and if not, why. */
export function scoreMessage(pair: RelatedPair): MessageBuilder {
  const { name, score } = pair.boundary.definition;
  const rule = `rule "${pair.rule.rule.id}"`;
  if (pair.isMatch)
    return () =>
      `Boundary "${name}" adds ${score ?? 0} to the score, once for all rules, because ${rule} lies inside it`;
  return (showsAddresses) =>
    shortened(
      (mostNamed) =>
        `Boundary "${name}" adds no score for ${rule} because ${reasonOf(pair, showsAddresses, mostNamed)}`,
    );
}

function reasonOf(pair: RelatedPair, showsAddresses: boolean, mostNamed: number): string {
  if (!pair.exactSidesMatch) return exactnessMessage(pair, showsAddresses, mostNamed).reason;
  if (!isInside(pair.relation)) return `it leaves out ${outsideMessage(pair, showsAddresses, mostNamed)}`;
  return `it leaves out ${exactOutsideMessage(pair, showsAddresses, mostNamed)}, where the rule has no traffic`;
}
