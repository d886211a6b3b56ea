import type { ItemKey } from "@network-access/firewall-rules/item-key";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import type { Boundary } from "../boundary.ts";
import type { EvaluatorContext } from "./evaluator-context.ts";

/** How a stored boundary looks in the graph; what is not listed is a member of the same name. */
export const boundaryFields = {
  Boundary: {
    platforms: ({ platforms }: Boundary) => platforms ?? [],
    useCount: async ({ uuid }: Boundary, _: unknown, { loaders }: EvaluatorContext) =>
      (await loaders.usage.load(uuid)).useCount,
    lastUsedAt: async ({ uuid }: Boundary, _: unknown, { loaders }: EvaluatorContext) =>
      (await loaders.usage.load(uuid)).lastUsedAt,
  },
  NetworkObject: { __resolveType: ({ type }: NetworkObject) => `NetworkObject${type}` },
  ServiceObject: { __resolveType: ({ type }: ServiceObject) => shapeOf[type] },
  // References into the inventory, which knows whether there is such a group or item.
  NetworkObjectConnectGroup: { group: ({ groupId }: { groupId: string }) => ({ id: groupId }) },
  NetworkObjectInventoryItem: { item: ({ itemKey }: { itemKey: ItemKey }) => itemKey },
};

const shapeOf: Record<ServiceObject["type"], string> = {
  AllICMPv4: "ServiceObjectBase",
  AllICMPv6: "ServiceObjectBase",
  AllTCP: "ServiceObjectBase",
  AllTraffic: "ServiceObjectBase",
  AllUDP: "ServiceObjectBase",
  CustomProtocol: "ServiceObjectCustomProtocol",
  ICMPv4: "ServiceObjectIcmpV4",
  ICMPv6: "ServiceObjectIcmpV6",
  TCP: "ServiceObjectTcp",
  UDP: "ServiceObjectUdp",
  PortRangeSize: "ServiceObjectPortRangeSize",
};
