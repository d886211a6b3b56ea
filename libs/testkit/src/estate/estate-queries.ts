/** A query in the form that existing clients send. Its names are from the demonstration estate. */
interface AnsweredQuery {
  /**
   * The endpoint that receives the query. The response of "secrule/stream" is an array. All other responses are
   * objects.
   */
  readonly endpoint: string;
  /**
   * The query. `<device edge-1>`, `<group Edge>`, `<policy outside_in>` and `<rule Portal>` are placeholders for the
   * ids of these objects.
   */
  readonly query: string;
  /** True if the query finds something in the demonstration estate. */
  readonly hit: boolean;
}

function found(endpoint: string, ...queries: readonly string[]): readonly AnsweredQuery[] {
  return queries.map((query) => ({ endpoint, query, hit: true }));
}

function notFound(endpoint: string, ...queries: readonly string[]): readonly AnsweredQuery[] {
  return queries.map((query) => ({ endpoint, query, hit: false }));
}

const NAMED = "ruleName !~ 'k8s' AND ruleName !~ 'gke-' AND ruleName !~ 'acl-'";
const NO_DEFAULT = "rulename != 'intrazone-default' AND rulename != 'interzone-default'";
const outside = (side: string) =>
  ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"]
    .map((network) => `(${side} is disjoint from '${network}')`)
    .join(" AND ");

export const ANSWERED_QUERIES: readonly AnsweredQuery[] = [
  ...found(
    "secrule",
    "device{managementIp='192.168.20.1'}",
    "device{managementIp='192.168.20.1'} and rule{name='Access to Accounting'}",
    "rule{created ~ date('last 30 days')}",
    "rule{true}",
    "rule{source IS SUBSET OF '192.168.20.0/24'}",
    "rule{source is subset of '192.168.*.*'}",
    "rule{name='Accounting\\'s Rule'}",
    "device{managementIp='192.168.20.1'} and rule{action='DROP' and service.any=true}",
    "device{id=<device edge-1>} | fields(usage(), objUsage())",
    "device { id = <device dc-fw> }",
    "device{id=<device edge-1>} | fields(props)",
    "rule { ruleName = 'web' } AND policy { displayName = 'Edge' } | fields(props)",
    "rule { ruleName='web' AND action='ACCEPT' AND (source.zone = 'trust') AND (destination.zone = 'dmz') } AND policy { displayName = 'Edge' } | fields(props)",
    "rule { ruleName='web' AND action='ACCEPT' AND (source.zone = 'trust' OR source.zone = 'internet') } | fields(props)",
    "rule { id = '<rule Stock terminals of the depot>' AND p.exception is not null } | fields(props)",
    `devicegroup { id = '<group Edge>' } AND rule {(${NAMED} AND ${NO_DEFAULT}) AND (p.APMID is empty OR p.APMID is null) }`,
    `devicegroup{ id = <group Edge>} AND rule {(${NAMED} AND ${NO_DEFAULT}) } | fields(props)`,
    "device { id = <device hq-core> } AND rule { action = 'ACCEPT' AND (destination.zone = 'dc') AND (source.zone = 'transit') }",
    "device { id = <device dc-fw> } AND rule { action = 'ACCEPT' AND (destination.zone.any = true) AND (source.zone = 'outside') }",
    "devicegroup { id = <group Data centre> } AND rule { action = 'ACCEPT' AND (destination.zone = 'shared') AND (source.zone.any = true) }",
    "domain { id = 1 } AND rule { action = 'ACCEPT' AND (source.zone = 'trust') AND (destination.zone = 'internet') }",
    `device { id = <device edge-1> } AND rule { action = 'ACCEPT' AND ((${outside("source")}) OR (${outside("destination")})) }`,
    "rule{source.any=true and destination.any=true and service.any=true and action='ACCEPT'}",
    "rule{disabled=true}",
    "rule{usage(date('last 90 days')) = 0 and disabled=false}",
    "rule{destination intersects '10.1.2.3' and service intersects 'tcp/443' and action='ACCEPT'}",
    "rule{destination is superset of '10.1.2.0/24'}",
    "rule{service is subset of 'tcp/80-443'}",
    "rule{service equals 'tcp/22'}",
    "rule{name ~ 'temp' or comment ~ 'temporary'}",
    "rule{name = 'FW-*-DMZ'}",
    "rule{p.expirationDate ~ date('next 30 days')}",
    "rule{lastUsed is null}",
    "rule{(source.zone='trust' or source.zone='dmz') and destination.zone.any=true}",
    "rule{ruleName is empty}",
  ),
  ...notFound("secrule", "domain{id = 2} and devicegroup{id = 1}", "rule{application.any=false}"),
  ...found("secrule/stream", "device{id=<device dc-fw>}"),
  ...found(
    "device",
    "device{active=true}",
    "device{managementIp IS SUBSET OF '192.168.20.0/24'}",
    "device{managementIp EQUALS '192.168.20.12'}",
    "devicegroup{id=<group Offices>}",
    "device{type='DEVICE_MGR'}",
    "domain { id = 1 } AND device { type = 'DEVICE_MGR' }",
    "device{managementstationid=<device larkfield-manager>}",
    "device{managementstationid=<device larkfield-manager>} AND devicegroup{id=<group Edge>}",
    "domain { id = 1 } AND device { name = 'dc-fw' AND (( managementip equals '192.168.20.12' )) }",
    "device{lastRevision < date('last 7 days')}",
    "device{id ~ (1, 2, 3)}",
  ),
  ...notFound("device", "device{managementIp IS SUPERSET OF '192.168.20.0/24'}"),
  ...found("devicegroup", "domain{id=1}"),
  ...found("interface", "domain{id=1}", "device{id=<device dc-fw>} and interface{name ~ 'outside'}"),
  ...found(
    "policy",
    "domain {id=1} AND device {id=<device dc-fw>} AND policy {policyType = 'SECURITY' AND parentId is null}",
  ),
  ...found("networkobj", "networkobj{address intersects '10.0.0.5'}"),
  ...found("serviceobj", "serviceobj{service intersects 'udp/53'}"),
  ...found("natrule", "natrule{disabled=false} and device{id=<device dmz-fw>}"),
];

/**
 * Invalid queries for the endpoint `secrule`. Each entry has the query, the position of the mistake in the query
 * (counted from 1), and a part of the expected error message.
 */
export const WRONG_QUERIES: readonly (readonly [query: string, position: number, message: string])[] = [
  ["rule{a=1} or device{id=2}", 11, "OR works inside one stanza"],
  ["rule{NOT disabled=true}", 6, "NOT does not stand before a condition"],
  ["rule{disabled ~ 'x'}", 15, '"~" does not work with disabled'],
  ["foo{id=1}", 1, '"foo" is no stanza'],
  ["rule{bogus=1}", 6, 'no attribute "bogus"'],
  ["networkobj{name='x'}", 1, "does not work on secrule"],
  ["rule{name='x}", 11, "no closing quote"],
  ["rule{name='x'", 14, "the end of the query"],
  ["rule{true} | frob()", 14, '"frob" is no pipe function'],
];
