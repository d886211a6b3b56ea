import type { EntityName, StanzaName } from "../src/siql/schema/entities.ts";

/** A query, the endpoint that it is for, and what it finds. */
export interface Example {
  readonly endpoint: EntityName;
  readonly query: string;
  readonly finds: string;
}

function on(endpoint: EntityName, queries: Readonly<Record<string, string>>): Example[] {
  return Object.entries(queries).map(([query, finds]) => ({ endpoint, query, finds }));
}

const PRIVATE = "('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16')";

/** The examples of each stanza. */
export const STANZA_EXAMPLES: Readonly<Record<StanzaName, readonly Example[]>> = {
  domain: on("device", { "domain{id=1}": "every device" }),
  devicegroup: [
    ...on("devicegroup", { "devicegroup{name ~ 'DMZ'}": "groups with DMZ in their name" }),
    ...on("secrule", { "devicegroup{id=7} AND rule{disabled=true}": "disabled rules of the devices in group 7" }),
  ],
  device: [
    ...on("device", {
      "device{vendor='Cisco' AND lastRevision < date('last 7 days')}":
        "Cisco devices whose configuration is older than 7 days",
      "device{managementIp IS SUBSET OF '192.168.20.0/24'}": "devices managed in that network",
    }),
    ...on("secrule", { "device{name='fw1'}": "every rule of the device fw1" }),
  ],
  policy: [
    ...on("policy", { "device{id=5} AND policy{policyType='SECURITY'}": "security policies of device 5" }),
    ...on("secrule", { "policy{displayName='Edge'} AND rule{action='DROP'}": "drop rules of the policies named Edge" }),
  ],
  rule: on("secrule", {
    "rule{destination INTERSECTS '10.1.2.3' AND service INTERSECTS 'tcp/443' AND action='ACCEPT' AND disabled=false}":
      "enabled rules that accept connections to 10.1.2.3 on port 443",
    "rule{source.any=true AND destination.any=true AND service.any=true AND action='ACCEPT'}":
      "rules that accept everything",
    "rule{service.any=false AND service INTERSECTS ('tcp/21', 'tcp/23')}":
      "rules that name FTP or Telnet; without `service.any=false` also rules for every service",
    "rule{usage(date('last 90 days')) = 0 AND disabled=false}": "enabled rules without hits in 90 days",
    "device{id=5} AND rule{p.owner IS NULL} | fields(props, usage())": "rules of device 5 without a documented owner",
  }),
  natrule: on("natrule", {
    "device{id=5} AND natrule{disabled=false}": "enabled translation rules of device 5",
    "natrule{type='STATIC' AND translatedDestination INTERSECTS '10.1.2.3'}":
      "static rules that translate destinations to 10.1.2.3",
  }),
  interface: on("interface", {
    "device{id=5} AND interface{name ~ 'outside'}": "interfaces of device 5 with outside in their name",
    "interface{address INTERSECTS '10.1.2.0/24'}": "interfaces with an address in that network",
  }),
  route: on("route", {
    "route{destination IS SUPERSET OF '10.1.2.3' AND type='STATIC'}":
      "static routes whose destination contains 10.1.2.3",
    "device{id=5} AND route{destination EQUALS '0.0.0.0/0'}": "default routes (IPv4) of device 5",
  }),
  networkobj: on("networkobj", {
    "networkobj{address INTERSECTS '10.0.0.5'}": "objects that contain 10.0.0.5",
    "networkobj{type='GROUP' AND name='servers'}": "groups named servers",
  }),
  serviceobj: on("serviceobj", { "serviceobj{service INTERSECTS 'udp/53'}": "objects that contain DNS over UDP" }),
  scheduleobj: on("scheduleobj", { "scheduleobj{end < date('today')}": "schedules that ended before today" }),
  userobj: on("userobj", { "userobj{name ~ 'admin'}": "user objects with admin in their name" }),
  appobj: on("appobj", { "appobj{name='ssl'}": "application objects named ssl" }),
  profileobj: on("profileobj", { "profileobj{comment IS NOT EMPTY}": "profiles with a comment" }),
  urlmatcher: on("urlmatcher", { "urlmatcher{name ~ 'social'}": "URL matchers with social in their name" }),
  addressbook: on("addressbook", { "addressbook{device IS NULL}": "address books without a device" }),
  scope: on("scope", { "device{id=5} AND scope{name='Shared'}": "scopes of device 5 named Shared" }),
  asset: on("asset", { "asset{name ~ 'mail' OR comment ~ 'mail'}": "assets whose name or comment contains mail" }),
  application: on("application", {
    "application{name='CRM'}": "applications named CRM",
    "connection{destination INTERSECTS '10.1.2.3'}": "applications with a connection to 10.1.2.3",
  }),
  applicationgroup: on("applicationgroup", {
    "connection{service INTERSECTS 'tcp/443'}": "groups with an application that uses port 443",
  }),
  vendortag: on("vendortag", { "vendortag{device=5}": "tags of device 5" }),
  connection: on("application", {
    "connection{source INTERSECTS '10.0.0.0/8' AND service IS SUBSET OF 'tcp'}":
      "applications with a TCP connection from that network",
    "application{name ~ 'shop'} AND connection{destination EQUALS 'any'}":
      "applications with shop in their name and a connection to anywhere",
  }),
};

/** The examples of the page `examples`. */
export const FURTHER_EXAMPLES: readonly Example[] = [
  ...on("secrule", {
    "domain{id=1} AND devicegroup{id=4} AND device{name ~ 'fw'} AND policy{displayName='Edge'} AND rule{true}":
      "rules, with a filter for every stanza above them",
    "rule{name = 'FW-*-DMZ' OR comment ~ 'temporary'}": "rules by text",
    "rule{name='Accounting\\'s Rule'}": "a quote inside a text",
    "rule{name IS EMPTY}": "rules without a name",
    "rule{created ~ date('last 30 days') OR lastchanged ~ date('last 30 days')}":
      "rules that are new or changed in the last 30 days",
    "rule{lastUsed IS NULL}": "rules never used",
    "rule{destination IS SUPERSET OF '10.1.2.0/24'}": "rules that cover the whole network",
    [`rule{action='ACCEPT' AND (source IS DISJOINT FROM ${PRIVATE} OR destination IS DISJOINT FROM ${PRIVATE})}`]:
      "accepting rules whose source or destination has only public addresses",
    "rule{(source.zone='trust' OR source.zone='dmz') AND destination.zone.any=true}": "rules by zones",
    "rule{action != 'DROP' AND action != 'REJECT' AND log=false}": "accepting rules that do not log",
    "rule{p.expirationDate ~ date('next 30 days')} | fields(props)": "rules whose documentation soon expires",
    "device{id=5} | fields(usage(date('last 90 days')), objUsage)":
      "rules of device 5, with their numbers of hits, also per object",
    "rule{source INTERSECTS '10.0.0.0/8'} | fields(highlight, change)":
      "rules that overlap that network, with the overlapping objects and each rule's last change",
  }),
  ...on("device", {
    "device{id ~ (1, 2, 3)}": "three devices",
    "devicegroup{name='Berlin'} AND device{type='FIREWALL'}": "firewalls of the group Berlin",
  }),
  ...on("devicegroup", { "device{name='fw1'}": "groups that contain fw1" }),
  ...on("policy", { "domain{id=1} AND device{id=5} AND policy{parentId IS NULL}": "policies of device 5" }),
  ...on("natrule", {
    "natrule{translatedSource INTERSECTS '203.0.113.0/24'}": "rules that translate sources into a network",
  }),
];
