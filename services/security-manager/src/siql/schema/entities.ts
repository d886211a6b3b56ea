import type { Attribute } from "./attribute.ts";
import {
  DEVICE_ATTRIBUTES,
  DEVICE_GROUP_ATTRIBUTES,
  DOMAIN_ATTRIBUTES,
  INTERFACE_ATTRIBUTES,
  POLICY_ATTRIBUTES,
  ROUTE_ATTRIBUTES,
} from "./estate-attributes.ts";
import {
  CONNECTION_ATTRIBUTES,
  NETWORK_OBJECT_ATTRIBUTES,
  PUT_ENTITY_ATTRIBUTES,
  SCHEDULE_ATTRIBUTES,
  SERVICE_OBJECT_ATTRIBUTES,
} from "./object-attributes.ts";
import { NAT_RULE_ATTRIBUTES, RULE_ATTRIBUTES } from "./rule-attributes.ts";

/** The stanzas, in the order in which queries are usually written. */
export const STANZAS = {
  domain: DOMAIN_ATTRIBUTES,
  devicegroup: DEVICE_GROUP_ATTRIBUTES,
  device: DEVICE_ATTRIBUTES,
  policy: POLICY_ATTRIBUTES,
  rule: RULE_ATTRIBUTES,
  natrule: NAT_RULE_ATTRIBUTES,
  interface: INTERFACE_ATTRIBUTES,
  route: ROUTE_ATTRIBUTES,
  networkobj: NETWORK_OBJECT_ATTRIBUTES,
  serviceobj: SERVICE_OBJECT_ATTRIBUTES,
  scheduleobj: SCHEDULE_ATTRIBUTES,
  userobj: PUT_ENTITY_ATTRIBUTES,
  appobj: PUT_ENTITY_ATTRIBUTES,
  profileobj: PUT_ENTITY_ATTRIBUTES,
  urlmatcher: PUT_ENTITY_ATTRIBUTES,
  addressbook: PUT_ENTITY_ATTRIBUTES,
  scope: PUT_ENTITY_ATTRIBUTES,
  asset: PUT_ENTITY_ATTRIBUTES,
  application: PUT_ENTITY_ATTRIBUTES,
  applicationgroup: PUT_ENTITY_ATTRIBUTES,
  vendortag: PUT_ENTITY_ATTRIBUTES,
  connection: CONNECTION_ATTRIBUTES,
} as const satisfies Readonly<Record<string, readonly Attribute[]>>;

export type StanzaName = keyof typeof STANZAS;

/** What the pipe `fields` may add to a record. */
export type FieldName = "props" | "usage" | "objUsage" | "change" | "highlight" | "tfacount";

/** The properties of an entity that can be searched. */
export interface Entity {
  /** The stanza with the attributes of the entity itself. */
  readonly stanza: StanzaName;
  readonly stanzas: readonly StanzaName[];
  /** The name of the entity at the count endpoint, or null if this endpoint does not count the entity. */
  readonly countType: string | null;
  readonly fields: readonly FieldName[];
  /** True for security rules. Only these have documentation, whose attributes begin with `p.`. */
  readonly hasProperties: boolean;
}

const ESTATE = ["domain", "devicegroup", "device"] as const;

function entity(stanza: StanzaName, countType: string | null, more: Partial<Entity> = {}): Entity {
  return { stanza, stanzas: [...new Set([...ESTATE, stanza])], countType, fields: [], hasProperties: false, ...more };
}

export const ENTITIES = {
  secrule: entity("rule", "SECURITYRULE", {
    stanzas: [...ESTATE, "policy", "rule"],
    fields: ["props", "usage", "objUsage", "change", "highlight", "tfacount"],
    hasProperties: true,
  }),
  natrule: entity("natrule", "NATRULE", { stanzas: [...ESTATE, "policy", "natrule"] }),
  device: entity("device", "DEVICE"),
  devicegroup: entity("devicegroup", "DEVICEGROUP"),
  policy: entity("policy", "POLICY"),
  networkobj: entity("networkobj", "NETWORKOBJECT"),
  serviceobj: entity("serviceobj", "SERVICEOBJECT"),
  scheduleobj: entity("scheduleobj", "SCHEDULEOBJECT"),
  userobj: entity("userobj", "USEROBJECT"),
  appobj: entity("appobj", "APPLICATIONOBJECT"),
  profileobj: entity("profileobj", "PROFILEOBJECT"),
  urlmatcher: entity("urlmatcher", "URLMATCHER"),
  interface: entity("interface", "INTERFACE"),
  route: entity("route", "ROUTE"),
  asset: entity("asset", "ASSET"),
  addressbook: entity("addressbook", null),
  scope: entity("scope", null),
  vendortag: entity("vendortag", null),
  application: entity("application", null, { stanzas: [...ESTATE, "application", "connection"] }),
  applicationgroup: entity("applicationgroup", null, { stanzas: [...ESTATE, "applicationgroup", "connection"] }),
} as const satisfies Readonly<Record<string, Entity>>;

export type EntityName = keyof typeof ENTITIES;

/** The entities that clients put. No configuration contains them. */
export const PUT_ENTITIES = [
  ...(["asset", "application", "applicationgroup", "addressbook", "scope"] as const),
  ...(["vendortag", "urlmatcher", "appobj", "profileobj", "userobj"] as const),
] as const satisfies readonly EntityName[];

export type PutEntityName = (typeof PUT_ENTITIES)[number];

export function isPutEntity(entity: EntityName): entity is PutEntityName {
  return PUT_ENTITIES.some((one) => one === entity);
}
