import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { StoredBoundary } from "../src/boundaries.ts";
import type { PolicyBoundary } from "../src/policy-boundary.ts";

/** Builders for tests. A test sets the members that matter to it, and all other members have valid defaults. */

export const any = (negate: boolean | null = null): NetworkObject => ({ type: "Any", negate });
export const cidr = (text: string, more: { negate?: true; comparison?: "Equals" } = {}): NetworkObject => ({
  type: "Cidr",
  negate: more.negate ?? null,
  comparison: more.comparison ?? null,
  cidr: text,
});
export const group = (groupId: string, more: { negate?: true; comparison?: "Equals" } = {}): NetworkObject => ({
  type: "ConnectGroup",
  negate: more.negate ?? null,
  comparison: more.comparison ?? null,
  groupId,
});

export function aText(id: string, members: Partial<BoundaryText> = {}): BoundaryText {
  return {
    id,
    name: `Boundary ${id}`,
    description: null,
    action: "Pass",
    enforced: true,
    score: null,
    ruleActions: ["Allow"],
    sources: [cidr("10.0.0.0/8")],
    destinations: [any()],
    services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
    partialMatch: "Review",
    platforms: null,
    projectIds: null,
    message: null,
    source: null,
    ...members,
  };
}

export function written(id: string, members: Partial<BoundaryText> = {}, file = `${id}.yaml`): PolicyBoundary {
  return { text: aText(id, members), place: { file, line: 1, column: 5 } };
}

export function stored(id: string, members: Partial<BoundaryText> = {}, revision = 1): StoredBoundary {
  const text = aText(id, { source: "shop", ...members });
  return { text, revision, updatedAt: "2026-11-21T05:00:00.000Z", updatedBy: "ada@example.com" };
}
