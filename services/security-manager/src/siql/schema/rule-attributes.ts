import { attribute } from "./attribute.ts";

const nullable = { nullable: true };

/** The attributes that security rules and translation rules share. */
const OF_EVERY_RULE = [
  attribute("id", "uuid", "The rule's id, the same as long as the rule exists.", {
    aliases: ["uid", "matchId"],
  }),
  attribute("name", "string", "The rule's name in the configuration.", { aliases: ["ruleName"] }),
  attribute("displayName", "string", "The displayed name."),
  attribute("number", "number", "The rule's number in its policy, as the device counts, from 1.", {
    aliases: ["ruleNumber"],
  }),
  attribute("order", "number", "The same as `number`."),
  attribute("disabled", "boolean", "Whether the rule is switched off."),
  attribute("source", "network", "The source addresses that the rule matches."),
  attribute("destination", "network", "The destination addresses that the rule matches."),
  attribute("service", "service", "The protocols and destination ports that the rule matches."),
  attribute("comment", "string", "The rule's comment in the configuration."),
  attribute("created", "date", "When the rule was first configured; null for rules of the first revision.", nullable),
  attribute(
    "lastchanged",
    "date",
    "When the rule last changed; null if it has not changed since the first revision.",
    nullable,
  ),
];

const ANY_COLUMNS = {
  "source.any": "the rule matches every source address of its families (IPv4, IPv6)",
  "destination.any": "the rule matches every destination address of its families (IPv4, IPv6)",
  "service.any": "the rule matches every service",
  "application.any": "the rule names no application",
  "user.any": "the rule names no user",
  "source.zone.any": "no source zone restricts the rule",
  "destination.zone.any": "no destination zone restricts the rule",
};

const NAMES = {
  "source.zone": "The zones that connections come from.",
  "destination.zone": "The zones that connections go to.",
  application: "The applications that the rule names.",
  user: "The users and groups that the rule names.",
  profile: "The profiles that the rule applies.",
  urlMatcher: "The URL matchers that the rule names.",
  schedule: "The schedules that the rule names.",
};

export const RULE_ATTRIBUTES = [
  ...OF_EVERY_RULE,
  attribute("action", "enum", "What the rule does with matching connections.", {
    values: ["ACCEPT", "DROP", "REJECT"],
  }),
  attribute("log", "boolean", "Whether the rule logs matching connections.", { aliases: ["logging"] }),
  ...Object.entries(ANY_COLUMNS).map(([name, what]) => attribute(name, "boolean", `Whether ${what}.`)),
  ...Object.entries(NAMES).map(([name, what]) => attribute(name, "array", what)),
  attribute("lastUsed", "date", "When the rule last matched a connection.", nullable),
  attribute("unused", "boolean", "Whether the rule matched no connection in the last 30 days."),
  attribute("noComment", "boolean", "Whether the rule has no comment."),
  attribute("exact", "boolean", "Whether the reader understood the whole line."),
  attribute(
    "approximate",
    "boolean",
    "Whether source, destination and service may contain connections that do not reach the rule.",
  ),
  attribute(
    "decidesNewConnections",
    "boolean",
    "Whether the rule applies to new connections; false if it applies only to established ones.",
  ),
];

export const NAT_RULE_ATTRIBUTES = [
  ...OF_EVERY_RULE,
  attribute("type", "enum", "The kind of translation.", { values: ["STATIC", "DYNAMIC", "HIDE"] }),
  attribute(
    "translatedSource",
    "network",
    "The new source; empty if the source stays the same or the new source is not known.",
  ),
  attribute("translatedDestination", "network", "The new destination; empty if the destination stays the same."),
  attribute("translatedService", "service", "The new service; empty if the service stays the same."),
];
