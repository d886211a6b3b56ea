import { textList } from "../answers/text-list.ts";
import { PUBLIC_INTERNET, PUBLIC_INTERNET_DATE } from "../arguments/public-internet.ts";
import type { AddressArgument } from "../arguments/read-addresses.ts";
import type { RuleCriteria } from "./rule-query.ts";

const ACTIONS = { ALLOW: "that accept", DENY: "that drop or reject" } as const;

/** Says which rules a call asks about, such as "rules that accept whose source intersects 10.0.0.0/8". */
export function describeCriteria(criteria: RuleCriteria): string {
  const { source, destination, services, actionType, includeWildcardRules } = criteria;
  const sides = [
    ...(source ? [`source intersects ${source.text}`] : []),
    ...(destination ? [`destination intersects ${destination.text}`] : []),
    ...(services ? [`service intersects ${textList(services)}`] : []),
  ];
  const notAny = sides.map((side) => side.split(" ")[0]);
  const excluded = notAny.length > 0 ? notAny.join(" or ") : "source, destination or service";
  return [
    "rules",
    ...(actionType ? [ACTIONS[actionType]] : []),
    ...(sides.length > 0 ? [`whose ${sides.join(" and ")}`] : []),
    ...(includeWildcardRules === false ? [`(those whose ${excluded} is Any left out)`] : []),
  ].join(" ");
}

/**
 * Returns a note that explains how the addresses of an argument were understood, if they are PUBLIC_INTERNET or if bits
 * beyond the prefix were dropped. Otherwise returns an empty list.
 */
export function addressNotes(argument: string, addresses: AddressArgument | undefined): string[] {
  if (!addresses) return [];
  const { cutFrom, text } = addresses;
  if (text === PUBLIC_INTERNET)
    return [`${PUBLIC_INTERNET} is the set of public addresses of ${PUBLIC_INTERNET_DATE}.`];
  return cutFrom === null ? [] : [`${argument} ${cutFrom} is read as ${text}: bits beyond the prefix are dropped.`];
}
