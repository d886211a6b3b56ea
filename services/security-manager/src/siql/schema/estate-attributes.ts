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
  attribute("deviceCount", "number", "How many of its devices the caller sees.", { computed: true }),
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
  attribute("type", "enum", "What kind of device it is.", {
    aliases: ["deviceType"],
    values: ["FIREWALL", "DEVICE_MGR"],
  }),
  attribute("vendor", "string", "Who makes the device."),
  attribute("product", "string", "Which product it is."),
  attribute("managementIp", "network", "The address at which the device is managed."),
  attribute("managementStationId", "number", "The id of its management station.", nullable),
  attribute("active", "boolean", "Whether the device is in use."),
  attribute("lastRevision", "date", "When its current revision was configured.", nullable),
  attribute("lastUpdated", "date", "When its record was changed."),
  ...Object.entries(COUNTS).map(([name, what]) =>
    attribute(name, "number", `How many ${what} its current revision has.`),
  ),
];

export const POLICY_ATTRIBUTES = [
  attribute("id", "uuid", "The policy's id.", { aliases: ["uid", "matchId"] }),
  attribute("name", "string", "The name that the configuration gives it."),
  attribute("displayName", "string", "The name that people read."),
  attribute("policyType", "enum", "What its rules do: filter connections or translate addresses.", {
    values: ["SECURITY", "NAT"],
  }),
  attribute("parentId", "uuid", "Always null, because several policies may call the same policy.", nullable),
];

export const INTERFACE_ATTRIBUTES = [
  attribute("id", "uuid", "The interface's id.", { aliases: ["matchId"] }),
  attribute("name", "string", "The name that rules and routes use."),
  attribute("displayName", "string", "The name that people read."),
  attribute("deviceId", "number", "The id of the device that has it."),
  attribute("deviceName", "string", "The name of that device."),
  attribute("address", "network", "Its addresses.", { aliases: ["ipAddress"] }),
  attribute("zones", "array", "Its zones.", { aliases: ["zoneDisplays"] }),
  attribute("virtualRouter", "string", "Its routing table."),
  attribute("disabled", "boolean", "Whether it is switched off."),
];

export const ROUTE_ATTRIBUTES = [
  attribute("id", "uuid", "The route's id.", { aliases: ["matchId"] }),
  attribute("name", "string", "Its destination and metric."),
  attribute("destination", "network", "The addresses that it leads to."),
  attribute("gateway", "string", "The next hop.", nullable),
  attribute("interface", "string", "The interface that it leads through.", nullable),
  attribute("metric", "number", "Its metric; lower ones win."),
  attribute("type", "enum", "Where the route comes from.", {
    values: ["CONNECTED", "LOCAL", "STATIC", "DYNAMIC", "BLACKHOLE"],
  }),
  attribute("virtualRouter", "string", "Its routing table."),
];
