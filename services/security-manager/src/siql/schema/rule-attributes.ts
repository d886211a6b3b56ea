import { attribute } from "./attribute.ts";

const nullable = { nullable: true };

/** The attributes that security rules and translation rules share. */
const OF_EVERY_RULE = [
  attribute("id", "uuid", "The rule's id; the same as long as the rule exists.", { aliases: ["uid", "matchId"] }),
  attribute("name", "string", "The name that the configuration gives it.", { aliases: ["ruleName"] }),
  attribute("displayName", "string", "The name that people read."),
  attribute("number", "number", "Its position in its policy by the device's own count, from 1.", {
    aliases: ["ruleNumber"],
  }),
  attribute("order", "number", "Its position in its policy, from 1."),
  attribute("disabled", "boolean", "Whether it is switched off."),
  attribute("source", "network", "The addresses that it matches as source."),
  attribute("destination", "network", "The addresses that it matches as destination."),
  attribute("service", "service", "The protocols and destination ports that it matches."),
  attribute("comment", "string", "What the configuration says about it."),
  attribute("created", "date", "When it was first configured; null for rules of the first revision.", nullable),
  attribute(
    "lastchanged",
    "date",
    "When it last changed; null if it has been the same since the first revision.",
    nullable,
  ),
];

const ANY_COLUMNS = {
  "source.any": "its source is every address of each family (IPv4, IPv6) that it applies to",
  "destination.any": "its destination is every address of each family (IPv4, IPv6) that it applies to",
  "service.any": "it matches every service",
  "application.any": "it names no application",
  "user.any": "it names no user",
  "source.zone.any": "no source zone restricts it",
  "destination.zone.any": "no destination zone restricts it",
};

const NAMES = {
  "source.zone": "The zones that connections come from.",
  "destination.zone": "The zones that connections go to.",
  application: "The applications that it names.",
  user: "The users and groups that it names.",
  profile: "The profiles that it applies.",
  urlMatcher: "The URL matchers that it names.",
  schedule: "The schedules that it names.",
};

export const RULE_ATTRIBUTES = [
  ...OF_EVERY_RULE,
  attribute("action", "enum", "What it does with what it matches.", { values: ["ACCEPT", "DROP", "REJECT"] }),
  attribute("log", "boolean", "Whether it logs.", { aliases: ["logging"] }),
  ...Object.entries(ANY_COLUMNS).map(([name, what]) => attribute(name, "boolean", `Whether ${what}.`)),
  ...Object.entries(NAMES).map(([name, what]) => attribute(name, "array", what)),
  attribute("lastUsed", "date", "When it last matched a connection.", nullable),
  attribute("unused", "boolean", "Whether it matched nothing in the last 30 days."),
  attribute("noComment", "boolean", "Whether it has no comment."),
  attribute("exact", "boolean", "Whether the whole line was understood."),
  attribute(
    "approximate",
    "boolean",
    "Whether its source, destination and service may contain connections that do not reach the rule.",
  ),
  attribute(
    "decidesNewConnections",
    "boolean",
    "Whether it applies to new connections; false if it applies only to established ones.",
  ),
];

export const NAT_RULE_ATTRIBUTES = [
  ...OF_EVERY_RULE,
  attribute("type", "enum", "How it translates.", { values: ["STATIC", "DYNAMIC", "HIDE"] }),
  attribute(
    "translatedSource",
    "network",
    "The new source; empty if the source stays the same or the new one is not known.",
  ),
  attribute("translatedDestination", "network", "The new destination; empty if the destination stays the same."),
  attribute("translatedService", "service", "The new service; empty if the service stays the same."),
];
