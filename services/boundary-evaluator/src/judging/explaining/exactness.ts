import * as addresses from "@network-access/traffic-sets/address-set";
import { isAsAsked, missingExact, type RelatedPair } from "../matching/judge-pair.ts";
import { addressText, joined } from "./message-text.ts";

const addressSides = ["sources", "destinations"] as const;

/** What keeps a pair from taking part: a set that one of the two wants exactly and the other does not hold. Empty when it does. */
export function exactnessMessage({ rule, boundary }: RelatedPair, showsAddresses: boolean): string {
  const clauses: string[] = [];
  for (const side of addressSides) {
    const missing = missingExact(rule[side], boundary[side]);
    if (!addresses.isEmpty(missing)) {
      const what = showsAddresses ? addressText(missing) : "addresses";
      clauses.push(`the boundary names ${what} exactly in its ${side}, so the rule has to ask for all of it`);
    }
  }
  if (boundary.definition.action === "Pass") {
    for (const side of addressSides) {
      if (isAsAsked(rule[side], boundary[side])) continue;
      clauses.push(`the rule says Equals in its ${side}, so the boundary's ${side} have to be the same set`);
    }
  }
  return joined(clauses, "and");
}
