import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import * as services from "@network-access/traffic-sets/service-set";
import { surelyWithin, type WrittenSide, writtenServices, writtenSide } from "./written-side.ts";

/**
 * Whether a Fail boundary in its next text certainly objects to nothing that it did not object to before as much.
 * False where that depends on what groups and items hold.
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

/** Whoever meets the next side in full met the side before in full as well. */
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
