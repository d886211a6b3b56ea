const shapeOf = {
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
} as const;

/** Resolvers of the types in schema/firewall-rules.graphql, for every subgraph that declares them. */
export const firewallRulesFields = {
  NetworkObject: {
    __resolveType: <Type extends string>({ type }: { readonly type: Type }) => `NetworkObject${type}` as const,
  },
  ServiceObject: { __resolveType: ({ type }: { readonly type: keyof typeof shapeOf }) => shapeOf[type] },
  // These resolvers return only the key of a group or item. The inventory's subgraph resolves the key, and returns null
  // if the group or item does not exist.
  NetworkObjectConnectGroup: { group: ({ groupId }: { readonly groupId: string }) => ({ id: groupId }) },
  NetworkObjectInventoryItem: { item: <Key>({ itemKey }: { readonly itemKey: Key }) => itemKey },
};
