import { createHash } from "node:crypto";
import { fingerprint } from "@network-access/traffic-sets/address-set";
import { platformText } from "../object-text.ts";
import type { PolicyBoundary } from "../policy-boundary.ts";
import type { WrittenAddresses, WrittenSide } from "../written-side.ts";
import type { WrittenTraffic } from "./written-traffic.ts";

/**
 * Returns groups of boundaries that have the same effect on every request, whatever groups and items contain. Names,
 * descriptions and different notations of the same addresses or services are ignored. The boundaries are in the order
 * of the files.
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
 * Returns a value that is the same for equal sets of addresses. `written` already excludes the addresses in `negated`.
 * So `negated` limits only the addresses of `references`, and is left out if `references` is empty.
 */
function addressesText({ written, references, negated, negatedReferences }: WrittenAddresses): unknown {
  const referenced = references.size === 0 ? null : [[...references].sort(), fingerprint(negated)];
  return [fingerprint(written), referenced, [...negatedReferences].sort()];
}
