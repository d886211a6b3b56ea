import { isInside, type RelatedPair } from "../matching/judge-pair.ts";
import { tellExactness } from "./exactness.ts";
import { tellOutside, tellOutsideToTheLetter } from "./outside.ts";
import type { Telling } from "./wording.ts";

/** Whether a Score boundary counts for a rule, and what would change that. */
export function tellScore(pair: RelatedPair): Telling {
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
  if (!pair.takesPart) return tellExactness(pair, showsAddresses);
  if (!isInside(pair.relation)) return `it would count without ${tellOutside(pair, showsAddresses)}`;
  return `isMatch is false because of ${tellOutsideToTheLetter(pair, showsAddresses)}, where the rule has no traffic`;
}
