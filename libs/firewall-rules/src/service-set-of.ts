import type { ServiceSet } from "@network-access/traffic-sets/service-set";
import * as services from "@network-access/traffic-sets/service-set";
import type { ServiceObject } from "./service-object.ts";

/** Returns the union of the services of some objects. PortRangeSize objects contribute no services. */
export function serviceSetOf(objects: readonly ServiceObject[]): ServiceSet {
  return services.unionAll(objects.map(pointsOf));
}

/**
 * Returns the largest `maxSize` of a boundary's PortRangeSize objects. A port range of a rule may have at most this
 * many consecutive ports. Returns 0 if the boundary has no PortRangeSize object.
 */
export function longestAdmittedRun(objects: readonly ServiceObject[]): number {
  return objects.reduce(
    (longest, object) => (object.type === "PortRangeSize" ? Math.max(longest, object.maxSize) : longest),
    0,
  );
}

function pointsOf(object: ServiceObject): ServiceSet {
  switch (object.type) {
    case "AllTraffic":
      return services.allServices;
    case "AllTCP":
      return services.allTcp();
    case "AllUDP":
      return services.allUdp();
    case "AllICMPv4":
      return services.allIcmpV4();
    case "AllICMPv6":
      return services.allIcmpV6();
    case "TCP":
      return services.tcp(object.portStart, object.portEnd);
    case "UDP":
      return services.udp(object.portStart, object.portEnd);
    case "ICMPv4":
      return services.icmpV4(object.icmpType, object.icmpCode);
    case "ICMPv6":
      return services.icmpV6(object.icmpType, object.icmpCode);
    case "CustomProtocol":
      return services.protocol(object.protocol);
    case "PortRangeSize":
      return services.noServices;
  }
}
