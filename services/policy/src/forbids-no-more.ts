import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import * as services from "@network-access/traffic-sets/service-set";
import { surelyWithin, type WrittenSide, writtenServices, writtenSide } from "./written-side.ts";

/**
 * Returns true only if the new text of a boundary forbids no traffic that the old text allows, and treats no traffic
 * more strictly than the old text. Returns false if the comparison depends on the addresses of groups or items.
 */
export function forbidsNoMore(next: BoundaryText, before: BoundaryText): boolean {
  if (next.action !== "Fail" || !next.enforced) return true;
  return (
    before.action === "Fail" &&
    before.enforced &&
    (next.partialMatch === "Review" || before.partialMatch === "Fail") &&
    next.ruleActions.every((action) => before.ruleActions.includes(action)) &&
    projectsWithin(next.projectIds, before.projectIds) &&
    sideWithin(writtenSide(next.sources), writtenSide(before.sources)) &&
    sideWithin(writtenSide(next.destinations), writtenSide(before.destinations)) &&
    servicesWithin(next.services, before.services)
  );
}

function projectsWithin(next: BoundaryText["projectIds"], before: BoundaryText["projectIds"]): boolean {
  return before === null || (next?.every((id) => before.includes(id)) ?? false);
}

/**
 * Returns whether every rule that matches the new side certainly matches the old side too. A rule matches a side if the
 * side contains all addresses of the rule, and the rule contains all addresses of those objects of the side that have
 * the comparison Equals.
 */
function sideWithin(next: WrittenSide, before: WrittenSide): boolean {
  if (!surelyWithin(next.all, before.all)) return false;
  return before.exact === null || (next.exact !== null && surelyWithin(before.exact, next.exact));
}

function servicesWithin(next: BoundaryText["services"], before: BoundaryText["services"]): boolean {
  const [inner, outer] = [writtenServices(next), writtenServices(before)];
  const everyPort = services.unionAll([services.allTcp(), services.allUdp()]);
  return (
    services.contains(outer.ordinary, inner.ordinary) &&
    (inner.longestRun <= outer.longestRun || services.contains(outer.ordinary, everyPort))
  );
}
