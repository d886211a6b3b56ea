import { attribute } from "./attribute.ts";

const nullable = { nullable: true };

const OF_EVERY_OBJECT = [
  attribute("id", "uuid", "The object's id.", { aliases: ["uid", "matchId"] }),
  attribute("name", "string", "The object's name in the configuration."),
  attribute("displayName", "string", "The displayed name."),
  attribute("comment", "string", "The object's comment in the configuration."),
];

export const NETWORK_OBJECT_ATTRIBUTES = [
  ...OF_EVERY_OBJECT,
  attribute("type", "enum", "The kind of object.", {
    aliases: ["networkType"],
    values: ["HOST", "NETWORK", "ADDRESS_RANGE", "GROUP", "FQDN"],
  }),
  attribute("address", "network", "The object's addresses, including those of nested objects."),
  attribute("fqdn", "string", "The object's DNS name.", nullable),
];

export const SERVICE_OBJECT_ATTRIBUTES = [
  ...OF_EVERY_OBJECT,
  attribute("type", "enum", "The kind of object.", { values: ["SERVICE", "GROUP"] }),
  attribute("service", "service", "The object's services, including those of nested objects."),
];

export const SCHEDULE_ATTRIBUTES = [
  ...OF_EVERY_OBJECT,
  attribute("start", "date", "When the schedule begins.", nullable),
  attribute("end", "date", "When the schedule ends.", nullable),
];

/** The attributes of entities that clients store. These entities do not come from configurations. */
export const PUT_ENTITY_ATTRIBUTES = [
  attribute("id", "string", "The id that the client chose."),
  attribute("name", "string", "The record's name."),
  attribute("displayName", "string", "The displayed name."),
  attribute("device", "number", "The id of the record's device.", nullable),
  attribute("comment", "string", "A comment on the record."),
];

/** The attributes of a connection that an application describes. */
export const CONNECTION_ATTRIBUTES = [
  attribute("source", "network", "The source addresses."),
  attribute("destination", "network", "The destination addresses."),
  attribute("service", "service", "The protocols and ports."),
  attribute("comment", "string", "A comment on the connection."),
];
