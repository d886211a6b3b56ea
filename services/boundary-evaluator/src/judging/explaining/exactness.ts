import * as addresses from "@network-access/traffic-sets/address-set";
import { isAsAsked, missingExact, type RelatedPair } from "../matching/judge-pair.ts";
import { addressText, joined } from "./message-text.ts";

const addressSides = ["sources", "destinations"] as const;

/**
 * Says why sides with the comparison Equals do not match, and what would make them match. Call this function only if at
 * least one side with Equals does not match.
 */
export function exactnessMessage(
  { rule, boundary }: RelatedPair,
  showsAddresses: boolean,
  mostNamed?: number,
): { readonly reason: string; readonly remedy: string } {
  const reasons: string[] = [];
  const remedies: string[] = [];
  for (const side of addressSides) {
    const missing = missingExact(rule[side], boundary[side]);
    if (addresses.isEmpty(missing)) continue;
    const what = showsAddresses ? `${addressText(missing, mostNamed)} in the ${side}` : side;
    reasons.push(`it requires ${what} that the rule leaves out`);
    const isNegated = addresses.overlaps(rule[side].negated, missing);
    const add = isNegated ? "do not negate this" : "add this";
    remedies.push(showsAddresses ? add : `ask the policy owner which ${side} to add`);
  }
  if (boundary.definition.action === "Pass") {
    for (const side of addressSides) {
      if (isAsAsked(rule[side], boundary[side])) continue;
      reasons.push(`the rule's ${side} say Equals but differ from the boundary's`);
      remedies.push(`remove Equals from the ${side}`);
    }
  }
  if (mostNamed === 0) return { reason: "sides with Equals differ", remedy: "make them the same" };
  return { reason: joined(reasons, "and"), remedy: joined([...new Set(remedies)], "and") };
}
