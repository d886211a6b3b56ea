/** Service types that need no parameter. */
export type ServiceTypeAlone = "AllICMPv4" | "AllICMPv6" | "AllTCP" | "AllTraffic" | "AllUDP";

/**
 * One service of a rule or boundary. Ports are 0 to 65535. A port range includes `portStart` and `portEnd`. ICMP types,
 * ICMP codes and protocols are 0 to 255.
 */
export type ServiceObject =
  | { readonly type: ServiceTypeAlone }
  | { readonly type: "CustomProtocol"; readonly protocol: number }
  | { readonly type: "ICMPv4" | "ICMPv6"; readonly icmpType: number; readonly icmpCode: number }
  | { readonly type: "TCP" | "UDP"; readonly portStart: number; readonly portEnd: number }
  /**
   * Limits the port ranges of rules: each range of consecutive ports may have at most `maxSize` ports. It is allowed in
   * boundaries only.
   */
  | { readonly type: "PortRangeSize"; readonly maxSize: number };
