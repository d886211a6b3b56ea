import { isInside, type RelatedPair } from "../matching/judge-pair.ts";
import { exactnessMessage } from "./exactness.ts";
import type { MessageBuilder } from "./message-text.ts";
import { exactOutsideMessage, outsideMessage } from "./outside.ts";

/** Whether a Score boundary counts for a rule, and what would change that. */
export function scoreMessage(pair: RelatedPair): MessageBuilder {
  const { name, score } = pair.boundary.definition;
  const rule = `rule "${pair.rule.rule.id}"`;
  return (showsAddresses) => {
    if (pair.isMatch) {
      return `Boundary "${name}" adds ${score ?? 0} to the score because ${rule} lies inside it: it adds nothing once no rule does`;
    }
    const touches = isInside(pair.relation) ? "holds all traffic of" : "touches";
    return `Boundary "${name}" ${touches} ${rule} but adds no score: ${reason(pair, showsAddresses)}`;
  };
}

function reason(pair: RelatedPair, showsAddresses: boolean): string {
  if (!pair.takesPart) return exactnessMessage(pair, showsAddresses);
  if (!isInside(pair.relation)) return `it would count without ${outsideMessage(pair, showsAddresses)}`;
  return `isMatch is false because of ${exactOutsideMessage(pair, showsAddresses)}, where the rule has no traffic`;
}
