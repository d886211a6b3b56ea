const DEVICE = "device { id = 5 }";
const ASSESSED = `${DEVICE} AND assessment { id = 'A' } AND control { status = 'FAIL' }`;
const GROUP = "devicegroup { id = 12 } AND rule";
const NAMED = "ruleName !~ 'k8s' AND ruleName !~ 'gke-'";
const RISKY = "( service intersects 'tcp/21' ) OR ( service intersects 'udp/389' ) OR ( service intersects 'tcp/23' )";
const EVERYTHING = "fields(tfacount, props, controlstat, usage(date('last 30 days')), change, highlight)";

/**
 * Queries of existing clients for data that the service does not have yet. An entry contains the endpoint, the query,
 * and the first name in the query that the service does not know. The error must contain this name.
 */
export const LATER_QUERIES: readonly (readonly [endpoint: string, query: string, missing: string])[] = [
  ["devicegroup", "devicegroup{id = 5} | fields(controlstat)", "controlstat"],
  ["secrule", `device{id=5} | ${EVERYTHING}`, "controlstat"],
  ["secrule", `domain{id=1} and device{id=5} and policy{uid='P'} and rule{uid='R'} | ${EVERYTHING}`, "controlstat"],
  ["secrule", "domain{id=1} and device{id=5} and assessment{id='A'} and control{status='FAIL'}", "assessment"],
  ["secrule", `${DEVICE} AND rule { lastchanged > 2024-12-10T19:57:49+0000 } AND control{ status='FAIL' }`, "control"],
  ["secrule", "rule { id = 'R' } AND control { id = 'K'} | fields(props)", "control"],
  [
    "secrule",
    `${GROUP} { (redundant = true) AND (ruleName !~ 'k8s' OR ruleName != 'interzone-default') AND p.exception is not null } | ${EVERYTHING}`,
    "redundant",
  ],
  ["secrule", `${GROUP} {(${NAMED}) AND (redundant = true) } | ${EVERYTHING}`, "redundant"],
  ["secrule", `${GROUP} {(${NAMED}) AND (shadowed = true) } | ${EVERYTHING}`, "shadowed"],
  [
    "secrule",
    `${GROUP} { (action != 'DROP' AND action != 'REJECT' ) AND (disabled = false) AND (service.any = false AND (${RISKY})) AND (p.exception !~ 'riskyport' OR p.exception is null) } | ${EVERYTHING}`,
    "controlstat",
  ],
  ["device", "device{vendor='Cisco' and sci >= 5}", "sci"],
  ["device", "devicegroup{id=4} and control{status='FAIL'}", "control"],
];

/** Queries of existing clients on endpoints that do not exist yet. */
export const LATER_ENDPOINTS: readonly (readonly [endpoint: string, query: string])[] = [
  ["control", ASSESSED],
  ["control", `${ASSESSED} AND rule { uid = 'R' }`],
  ["control", `${DEVICE} AND policy { uid = 'P' } AND control { status = 'FAIL' } AND rule { uid = 'R' }`],
  ["control", "control{severity >= 8 and status='FAIL'}"],
  ["assessment", "assessment{lastRunDate ~ date('today')}"],
  ["ticket", "ticket{workflow=3}"],
  ["ticket", "ticket{workflow=3 and status='Review' and dueDate < date('today')}"],
  ["review", "review { workflow = 2 }"],
  ["review", "review { workflow = 2 AND status = 'Review' }"],
  ["review", "review { (workflow = 2 AND created ~ DATE('-30 days')) }"],
  ["review", "review { (workflow = 2 AND status = 'Completed' AND created ~ DATE('-7 days')) }"],
];
