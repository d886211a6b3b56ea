import { createHash } from "node:crypto";
import { fingerprint } from "@network-access/traffic-sets/address-set";
import { platformText } from "../object-text.ts";
import type { PolicyBoundary } from "../policy-boundary.ts";
import type { WrittenAddresses, WrittenSide } from "../written-side.ts";
import type { WrittenTraffic } from "./written-traffic.ts";

/**
 * Returns sets of boundaries that have the same effect on every request, whatever groups and items contain. The
 * boundaries are in the order of the files. Differences in names, in descriptions and in the way in which the same
 * addresses or services are written do not matter.
 */
export function findDuplicates(boundaries: readonly WrittenTraffic[]): (readonly PolicyBoundary[])[] {
  const alike = Map.groupBy(boundaries, meaningOf);
  return [...alike.values()].filter((group) => group.length > 1).map((group) => group.map(({ boundary }) => boundary));
}

function meaningOf({ boundary, sources, destinations, services }: WrittenTraffic): string {
  const { action, enforced, score, ruleActions, projectIds, partialMatch, platforms } = boundary.text;
  const meaning = [
    [action, enforced, score, action === "Fail" ? partialMatch : null],
    [...ruleActions].sort(),
    projectIds === null ? null : [...new Set(projectIds)].sort(),
    [...new Set((platforms ?? []).map(platformText))].sort(),
    [sideText(sources), sideText(destinations)],
    [services.longestRun, services.ordinary.v4.join(), services.ordinary.v6.join()],
  ];
  return createHash("sha256").update(JSON.stringify(meaning)).digest("hex");
}

function sideText({ all, exact }: WrittenSide): unknown {
  return [addressesText(all), exact === null ? null : addressesText(exact)];
}

/**
 * Returns a text that is equal for equal sets of addresses. The negated addresses matter only if the set includes
 * groups or items, because they are already removed from `written`.
 */
function addressesText({ written, references, negated, negatedReferences }: WrittenAddresses): unknown {
  const referenced = references.size === 0 ? null : [[...references].sort(), fingerprint(negated)];
  return [fingerprint(written), referenced, [...negatedReferences].sort()];
}
