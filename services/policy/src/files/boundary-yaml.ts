import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import { Document, isMap, isScalar, visit } from "yaml";
import type { WrittenBoundary } from "../boundary-schema.ts";

/**
 * Returns a boundary as the text of a policy file. Leaves out members that have their default value. Writes each object
 * of a list on one line.
 */
export function boundaryYaml(text: BoundaryText): string {
  const document = new Document(writtenOf(text), { schema: "core" });
  visit(document, {
    Map: (_, node, path) => {
      if (path.length > 1) node.flow = true;
    },
    Seq: (_, node) => {
      // Short lists of scalars are on one line. Each object of a list is on its own line.
      node.flow = node.items.every((item) => isScalar(item)) && node.items.length <= 5;
      for (const item of node.items) if (isMap(item)) item.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

function writtenOf(text: BoundaryText): WrittenBoundary {
  const { id, name, description, action, enforced, score, ruleActions, partialMatch } = text;
  const { sources, destinations, services, platforms, projectIds, message } = text;
  return {
    id,
    name,
    ...(description === null ? {} : { description }),
    action,
    ...(enforced ? {} : { enforced }),
    ...(score === null ? {} : { score }),
    ...(ruleActions.length === 1 && ruleActions[0] === "Allow" ? {} : { ruleActions: [...ruleActions] }),
    ...(partialMatch === "Review" ? {} : { partialMatch }),
    ...(projectIds === null ? {} : { projectIds: [...projectIds] }),
    ...(message === null ? {} : { message }),
    ...(platforms === null || platforms.length === 0
      ? {}
      : { platforms: platforms.map((platform) => ({ ...platform })) as WrittenBoundary["platforms"] }),
    sources: sources.map(writtenObject),
    destinations: destinations.map(writtenObject),
    services: services.map((service) => ({ ...service })),
  };
}

function writtenObject(object: NetworkObject): WrittenBoundary["sources"][number] {
  const negate = object.negate ? { negate: true } : {};
  if (object.type === "Any") return { type: "Any", ...negate };
  const more = { ...negate, ...(object.comparison === "Equals" ? { comparison: "Equals" as const } : {}) };
  switch (object.type) {
    case "Cidr":
      return { type: "Cidr", cidr: object.cidr, ...more };
    case "ConnectGroup":
      return { type: "ConnectGroup", groupId: object.groupId, ...more };
    case "InventoryItem":
      return { type: "InventoryItem", itemKey: { ...object.itemKey }, ...more };
  }
}
