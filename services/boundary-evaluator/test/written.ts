import type { Comparison, NetworkObject } from "@network-access/firewall-rules/network-object";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import type { BoundaryDefinition } from "../src/judging/model/boundary-definition.ts";
import type { Resolution, Resolved } from "../src/judging/model/resolved.ts";

/** Functions with which tests write rules, boundaries and lookups in a short notation. */

export const any: NetworkObject = { type: "Any", negate: null };
export const everything: ServiceObject[] = [{ type: "AllTraffic" }];

/** Returns the network object for "Any", "10.0.0.0/8" or "@web" (a group). A leading "!" negates the object. */
export function network(text: string, comparison: Comparison | null = null): NetworkObject {
  const negate = text.startsWith("!");
  const name = negate ? text.slice(1) : text;
  if (name === "Any") return { type: "Any", negate };
  if (name.startsWith("@")) return { type: "ConnectGroup", negate, comparison, groupId: name.slice(1) };
  return { type: "Cidr", negate, comparison, cidr: name };
}

export function tcp(portStart: number, portEnd: number = portStart): ServiceObject {
  return { type: "TCP", portStart, portEnd };
}

interface Sides {
  readonly sources?: readonly (string | NetworkObject)[];
  readonly destinations?: readonly (string | NetworkObject)[];
  readonly services?: readonly ServiceObject[];
}

function sidesOf({ sources = ["Any"], destinations = ["Any"], services = everything }: Sides) {
  const written = (object: string | NetworkObject): NetworkObject =>
    typeof object === "string" ? network(object) : object;
  return { sources: sources.map(written), destinations: destinations.map(written), services };
}

export function ruleOf(id: string, sides: Sides, action: Rule["action"] = "Allow"): Rule {
  return { id, action, ...sidesOf(sides) };
}

export function boundaryOf(
  id: string,
  action: BoundaryDefinition["action"],
  sides: Sides,
  rest: Partial<BoundaryDefinition> = {},
): BoundaryDefinition {
  return {
    id,
    revision: 1,
    name: id,
    action,
    enforced: true,
    score: null,
    ruleActions: ["Allow"],
    ...sidesOf(sides),
    partialMatch: "Review",
    platforms: [],
    projectIds: null,
    message: null,
    ...rest,
  };
}

/**
 * Returns the lookup results of groups. For each group id, `groups` contains either the CIDRs of the group or its
 * complete lookup result.
 */
export function groupsOf(groups: Record<string, readonly string[] | Resolved>): Resolution {
  return new Map(
    Object.entries(groups).map(([id, answer]): [string, Resolved] => {
      if ("outcome" in answer) return [`group:${id}`, answer];
      const hash = answer.join();
      if (answer.length === 0) return [`group:${id}`, { outcome: "empty", revision: 3, hash }];
      const addresses = addressSetOfTexts(answer);
      return [`group:${id}`, { outcome: "resolved", addresses, revision: 3, hash, addressCount: answer.length }];
    }),
  );
}
