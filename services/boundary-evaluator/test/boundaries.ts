import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { BoundaryInput } from "@network-access/firewall-rules/parse-boundary";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { Boundary } from "../src/boundaries/boundary.ts";

/** Builders for tests. A test sets the members that matter to it. All other members have defaults. */

export function aBoundaryInput(members: Partial<BoundaryInput> = {}): BoundaryInput {
  return {
    id: "b-1",
    name: "Inside",
    action: "Pass",
    sources: [{ type: "Cidr", cidr: "10.0.0.0/8" }],
    destinations: [{ type: "Any" }],
    services: [{ type: "AllTCP" }],
    ...members,
  };
}

export const cidr = (text: string): NetworkObject => ({ type: "Cidr", negate: null, comparison: null, cidr: text });
export const group = (groupId: string): NetworkObject => ({
  type: "ConnectGroup",
  negate: null,
  comparison: null,
  groupId,
});
export const item = (id: string): NetworkObject => ({
  type: "InventoryItem",
  negate: null,
  comparison: null,
  itemKey: { accountId: "a", region: "r", type: "vm", id },
});

export function aBoundary(members: Partial<Boundary> = {}): Boundary {
  return {
    id: "b-1",
    uuid: "7d8a5d0e-52e7-4f46-9a3b-0f4f6c1b2a01",
    revision: 1,
    name: "Inside",
    description: null,
    action: "Pass",
    enforced: true,
    score: null,
    ruleActions: ["Allow"],
    sources: [cidr("10.0.0.0/8")],
    destinations: [{ type: "Any", negate: null }],
    services: [{ type: "AllTCP" }],
    partialMatch: "Review",
    platforms: null,
    projectIds: null,
    message: null,
    source: null,
    createdAt: "2026-11-21T05:00:00.000Z",
    createdBy: "ada@example.com",
    updatedAt: "2026-11-21T05:00:00.000Z",
    updatedBy: "ada@example.com",
    ...members,
  };
}

export function aRule(members: Partial<Rule> = {}): Rule {
  return {
    id: "rule-1",
    action: "Allow",
    sources: [cidr("10.1.0.0/16")],
    destinations: [cidr("192.0.2.0/24")],
    services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
    ...members,
  };
}
