import { attribute } from "./attribute.ts";

const nullable = { nullable: true };

const OF_EVERY_OBJECT = [
  attribute("id", "uuid", "The object's id.", { aliases: ["uid", "matchId"] }),
  attribute("name", "string", "The name that the configuration gives it."),
  attribute("displayName", "string", "The name that people read."),
  attribute("comment", "string", "What the configuration says about it."),
];

export const NETWORK_OBJECT_ATTRIBUTES = [
  ...OF_EVERY_OBJECT,
  attribute("type", "enum", "What kind of object it is.", {
    aliases: ["networkType"],
    values: ["HOST", "NETWORK", "ADDRESS_RANGE", "GROUP", "FQDN"],
  }),
  attribute("address", "network", "Its addresses, those of nested objects included."),
  attribute("fqdn", "string", "The DNS name that it stands for.", nullable),
];

export const SERVICE_OBJECT_ATTRIBUTES = [
  ...OF_EVERY_OBJECT,
  attribute("type", "enum", "What kind of object it is.", { values: ["SERVICE", "GROUP"] }),
  attribute("service", "service", "Its services, those of nested objects included."),
];

export const SCHEDULE_ATTRIBUTES = [
  ...OF_EVERY_OBJECT,
  attribute("start", "date", "When it begins.", nullable),
  attribute("end", "date", "When it ends.", nullable),
];

/** The attributes of entities that clients store. These entities do not come from configurations. */
export const PUT_ENTITY_ATTRIBUTES = [
  attribute("id", "string", "The id that the client gave it."),
  attribute("name", "string", "Its name."),
  attribute("displayName", "string", "The name that people read."),
  attribute("device", "number", "The id of its device.", nullable),
  attribute("comment", "string", "What is said about it."),
];

/** The attributes of a connection that an application describes. */
export const CONNECTION_ATTRIBUTES = [
  attribute("source", "network", "Where the connection comes from."),
  attribute("destination", "network", "Where it goes."),
  attribute("service", "service", "Its services."),
  attribute("comment", "string", "What is said about it."),
];
