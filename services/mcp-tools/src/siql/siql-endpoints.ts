import { DEVICE_GROUPS, DEVICES, POLICIES } from "../records/estate-records.ts";
import { NAT_RULES } from "../records/nat-rule-record.ts";
import { INTERFACES, ROUTES } from "../records/network-records.ts";
import { NETWORK_OBJECTS, SCHEDULES, SERVICE_OBJECTS } from "../records/object-records.ts";
import { APPLICATION_GROUPS, APPLICATIONS, PUT_RECORDS } from "../records/put-records.ts";
import type { RecordPage } from "../records/record-kind.ts";
import { RULES_AS_ASKED } from "../records/rule-record.ts";

/** The beginning of every endpoint that the tool `execute_siql_query` accepts. */
const BASE = "/securitymanager/api";

export const COUNT_ENDPOINT = `${BASE}/siql/count`;

/** The number of rows of a result that pages can reach. */
export const MOST_ROWS = 10_000;

/** An entity that queries search. */
export interface SiqlEntity {
  /** The name of the entity at the count endpoint. Missing if the count endpoint does not count this entity. */
  readonly countType?: string;
  readonly page: RecordPage;
  /** The section of the SIQL reference that describes the entity's attributes. */
  readonly section: string;
}

/** The entities that queries can search, by name. */
const ENTITIES = {
  addressbook: { page: PUT_RECORDS, section: "addressbook" },
  application: { page: APPLICATIONS, section: "application" },
  applicationgroup: { page: APPLICATION_GROUPS, section: "overview" },
  appobj: { page: PUT_RECORDS, section: "appobj", countType: "APPLICATIONOBJECT" },
  asset: { page: PUT_RECORDS, section: "asset", countType: "ASSET" },
  device: { page: DEVICES, section: "device", countType: "DEVICE" },
  devicegroup: { page: DEVICE_GROUPS, section: "devicegroup", countType: "DEVICEGROUP" },
  interface: { page: INTERFACES, section: "interface", countType: "INTERFACE" },
  natrule: { page: NAT_RULES, section: "natrule", countType: "NATRULE" },
  networkobj: { page: NETWORK_OBJECTS, section: "networkobj", countType: "NETWORKOBJECT" },
  policy: { page: POLICIES, section: "policy", countType: "POLICY" },
  profileobj: { page: PUT_RECORDS, section: "profileobj", countType: "PROFILEOBJECT" },
  route: { page: ROUTES, section: "route", countType: "ROUTE" },
  scheduleobj: { page: SCHEDULES, section: "scheduleobj", countType: "SCHEDULEOBJECT" },
  scope: { page: PUT_RECORDS, section: "scope" },
  secrule: { page: RULES_AS_ASKED, section: "rule", countType: "SECURITYRULE" },
  serviceobj: { page: SERVICE_OBJECTS, section: "serviceobj", countType: "SERVICEOBJECT" },
  urlmatcher: { page: PUT_RECORDS, section: "overview", countType: "URLMATCHER" },
  userobj: { page: PUT_RECORDS, section: "userobj", countType: "USEROBJECT" },
  vendortag: { page: PUT_RECORDS, section: "overview" },
} as const satisfies Readonly<Record<string, SiqlEntity>>;

type EntityName = keyof typeof ENTITIES;

/** Returns the endpoint that searches an entity. */
export function searchEndpoint(entity: EntityName): string {
  return `${BASE}/siql/${entity}/paged-search`;
}

const BY_ENDPOINT: ReadonlyMap<string, SiqlEntity> = new Map(
  Object.entries(ENTITIES).map(([name, entity]) => [searchEndpoint(name as EntityName), entity]),
);

/** Every endpoint that a query may name. */
export const ENDPOINTS: readonly string[] = [...BY_ENDPOINT.keys(), COUNT_ENDPOINT];

/** The values of `countType` at the count endpoint. They say which records are counted. */
export const COUNT_TYPES: readonly string[] = Object.values(ENTITIES).flatMap((entity: SiqlEntity) =>
  entity.countType === undefined ? [] : [entity.countType],
);

/** Returns the entity of an endpoint, or undefined for the count endpoint. */
export function entityOf(endpoint: string): SiqlEntity | undefined {
  return BY_ENDPOINT.get(endpoint);
}

/**
 * Returns the endpoint that searches records of the type `countType`, and the section of the SIQL reference that
 * describes these records. Returns undefined for an unknown type.
 */
export function countedBy(countType: string): { readonly endpoint: string; readonly section: string } | undefined {
  for (const [endpoint, entity] of BY_ENDPOINT)
    if (entity.countType === countType) return { endpoint, section: entity.section };
  return undefined;
}

/**
 * Returns the path and query string of a call to `endpoint`. The path is relative to `BASE`, the root of the manager's
 * REST interface.
 */
export function queryPath(endpoint: string, parameters: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${endpoint.slice(BASE.length)}?${pairs.join("&")}`;
}
