import type { Caller } from "@network-access/access/caller";
import type { ChangeRequestRule } from "@network-access/firewall-rules/change-request-text";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import { type ChangeRequest, evaluationIdOf } from "../change-request.ts";

interface Context {
  readonly caller: Caller;
}

/** How a stored change request looks in the graph; what is not listed is a member of the same name. */
export const changeRequestFields = {
  ChangeRequest: {
    parentPath: ({ projectId }: ChangeRequest) => `/projects/${projectId}`,
    rules: ({ rules }: ChangeRequest) => rules.map(flatRule),
    state: ({ verdict }: ChangeRequest) => verdict?.state ?? "Pending",
    stateReason: ({ verdict }: ChangeRequest, _: unknown, { caller }: Context) =>
      verdict && (caller.may("boundary:view") ? verdict.stateReason : verdict.stateReasonWithoutAddresses),
    score: ({ verdict }: ChangeRequest) => verdict?.score ?? null,
    evaluationId: evaluationIdOf,
  },
  NetworkObject: { __resolveType: ({ type }: NetworkObject) => `NetworkObject${type}` },
  ServiceObject: { __resolveType: ({ type }: ServiceObject) => shapeOf[type] },
  // References into the inventory, which knows whether there is such a group or item.
  NetworkObjectConnectGroup: { group: ({ groupId }: { groupId: string }) => ({ id: groupId }) },
  NetworkObjectInventoryItem: { item: ({ itemKey }: { itemKey: ItemKey }) => itemKey },
};

function flatRule({ texts, ...rule }: ChangeRequestRule) {
  return { ...rule, ...texts };
}

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
