import { attribute } from "./attribute.ts";

const nullable = { nullable: true };

export const DOMAIN_ATTRIBUTES = [
  attribute("id", "number", "The domain's id; 1 is the only one."),
  attribute("name", "string", "The domain's name."),
  attribute("description", "string", "What the domain is for."),
];

export const DEVICE_GROUP_ATTRIBUTES = [
  attribute("id", "number", "The group's id; 1 is All Devices."),
  attribute("name", "string", "The group's name."),
  attribute("description", "string", "What the group is for."),
  attribute("domainId", "number", "The id of the group's domain."),
  attribute("parentId", "number", "The id of the group above it in the tree.", nullable),
  attribute("system", "boolean", "Whether the group always exists (only All Devices does)."),
  attribute("deviceCount", "number", "How many of the group's devices the caller sees.", { computed: true }),
];

const COUNTS = {
  totalSecRules: "security rules",
  natRuleCount: "address translation rules",
  ntwkObjCount: "network objects",
  svcObjCount: "service objects",
  scheduleObjCount: "schedules",
  routeCount: "routes",
  zoneCount: "zones",
  interfaceCount: "interfaces",
  policyCount: "policies",
};

export const DEVICE_ATTRIBUTES = [
  attribute("id", "number", "The device's id."),
  attribute("name", "string", "The device's name."),
  attribute("description", "string", "What the device is for."),
  attribute("type", "enum", "The kind of device.", {
    aliases: ["deviceType"],
    values: ["FIREWALL", "DEVICE_MGR"],
  }),
  attribute("vendor", "string", "The maker of the device."),
  attribute("product", "string", "The name of the product."),
  attribute("managementIp", "network", "The address at which the device is managed."),
  attribute("managementStationId", "number", "The id of the device's management station.", nullable),
  attribute("active", "boolean", "Whether the device is in use."),
  attribute("lastRevision", "date", "When the current revision was configured.", nullable),
  attribute("lastUpdated", "date", "When the device's record last changed."),
  ...Object.entries(COUNTS).map(([name, what]) => attribute(name, "number", `The number of ${what}.`)),
];

export const POLICY_ATTRIBUTES = [
  attribute("id", "uuid", "The policy's id.", { aliases: ["uid", "matchId"] }),
  attribute("name", "string", "The policy's name in the configuration."),
  attribute("displayName", "string", "The displayed name."),
  attribute("policyType", "enum", "What the policy's rules do: filter connections or translate addresses.", {
    values: ["SECURITY", "NAT"],
  }),
  attribute("parentId", "uuid", "Always null, because several policies may call the same policy.", nullable),
];

export const INTERFACE_ATTRIBUTES = [
  attribute("id", "uuid", "The interface's id.", { aliases: ["matchId"] }),
  attribute("name", "string", "The interface's name in rules and routes."),
  attribute("displayName", "string", "The displayed name."),
  attribute("deviceId", "number", "The id of the interface's device."),
  attribute("deviceName", "string", "The name of the interface's device."),
  attribute("address", "network", "The interface's addresses.", { aliases: ["ipAddress"] }),
  attribute("zones", "array", "The interface's zones.", { aliases: ["zoneDisplays"] }),
  attribute("virtualRouter", "string", "The interface's routing table."),
  attribute("disabled", "boolean", "Whether the interface is switched off."),
];

export const ROUTE_ATTRIBUTES = [
  attribute("id", "uuid", "The route's id.", { aliases: ["matchId"] }),
  attribute("name", "string", "The route's destination and metric."),
  attribute("destination", "network", "The addresses that the route leads to."),
  attribute("gateway", "string", "The next hop.", nullable),
  attribute("interface", "string", "The outgoing interface.", nullable),
  attribute("metric", "number", "The route's metric; a lower metric wins."),
  attribute("type", "enum", "Where the route comes from.", {
    values: ["CONNECTED", "LOCAL", "STATIC", "DYNAMIC", "BLACKHOLE"],
  }),
  attribute("virtualRouter", "string", "The route's routing table."),
];
