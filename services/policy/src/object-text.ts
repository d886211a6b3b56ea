import type { TargetPlatform } from "@network-access/firewall-rules/boundary-text";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";

/**
 * Describes an object as text. Objects have the same text if and only if they are equivalent. Members with default
 * values are left out. Examples are "10.0.0.0/8", "not 10.1.0.0/16", "equals 10.0.0.0/24", `group "web"` and "Any".
 */
export function networkObjectText(object: NetworkObject): string {
  const negated = object.negate === true ? "not " : "";
  const compared = object.type !== "Any" && object.comparison === "Equals" ? "equals " : "";
  return `${negated}${compared}${nameOf(object)}`;
}

function nameOf(object: NetworkObject): string {
  switch (object.type) {
    case "Any":
      return "Any";
    case "Cidr":
      return object.cidr;
    case "ConnectGroup":
      return `group ${JSON.stringify(object.groupId)}`;
    case "InventoryItem": {
      const { accountId, region, type, id } = object.itemKey;
      return `item ${[accountId, region, type, id].map((part) => JSON.stringify(part)).join(" ")}`;
    }
  }
}

/**
 * Returns a text such as "TCP 443", "TCP 8000-8099", "ICMPv4 type 8 code 0", "protocol 50", "port ranges up to 100" or
 * "AllTraffic".
 */
export function serviceObjectText(object: ServiceObject): string {
  switch (object.type) {
    case "TCP":
    case "UDP": {
      const { type, portStart, portEnd } = object;
      return portStart === portEnd ? `${type} ${portStart}` : `${type} ${portStart}-${portEnd}`;
    }
    case "ICMPv4":
    case "ICMPv6":
      return `${object.type} type ${object.icmpType} code ${object.icmpCode}`;
    case "CustomProtocol":
      return `protocol ${object.protocol}`;
    case "PortRangeSize":
      return `port ranges up to ${object.maxSize}`;
    default:
      return object.type;
  }
}

export function platformText({ name, provider, accountId }: TargetPlatform): string {
  return `${JSON.stringify(name)} at ${provider} ${JSON.stringify(accountId)}`;
}
