import { BlockList, isIPv6 } from "node:net";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { fetchHelm } from "./programs/fetch-helm.ts";
import {
  type KubernetesObject,
  type MatrixValues,
  podTemplate,
  processOf,
  readValues,
  renderChart,
} from "./rendering/render-chart.ts";

interface IpBlock {
  readonly cidr: string;
  readonly except?: readonly string[];
}
interface Peer {
  readonly ipBlock?: IpBlock;
  readonly podSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly namespaceSelector?: unknown;
}
interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports: readonly { readonly protocol: string; readonly port: number }[];
}

const rendered: Record<string, KubernetesObject[]> = {};
const MATRIX = ["default", "everything"];

beforeAll(async () => {
  const helm = await fetchHelm();
  for (const values of MATRIX) rendered[values] = await renderChart(helm, { values: [values] });
}, 900_000);

/** The variables that make a process call a server outside of the chart, each with a name for that server. */
const OUTSIDE: Readonly<Record<string, string>> = {
  MONGO_URL: "mongo",
  REDIS_URL: "redis",
  OPENSEARCH_URL: "opensearch",
  USER_JWKS_URL: "userKeys",
  SERVICE_JWKS_URL: "serviceKeys",
  OTEL_EXPORTER_OTLP_ENDPOINT: "collector",
  // The value is not an address that a process calls, but a process with this variable calls receivers.
  EVENT_SOURCE: "receivers",
};
/** Variables whose value is an address that no process calls. */
const ONLY_NAMES = ["USER_ISSUER", "SERVICE_ISSUER", "CORS_ORIGINS", "PUBLIC_URL", "DOCS_URL", "HOST"];
/**
 * The destinations outside of the chart. For each destination, the value `network` contains peers, such as CIDRs. The
 * chart copies these peers into the network policies.
 */
const DESTINATIONS = ["mongo", "redis", "opensearch", "userKeys", "serviceKeys", "collector"];

describe.each(MATRIX)("with the values %s", (values) => {
  test("a process may call exactly what its environment names, and each once", () => {
    for (const pod of podsOf(values)) {
      const { process } = pod;
      const named = calledIn(pod.env, process);
      expect([process, allowedOf(values, process).sort()]).toEqual([process, ["dns", ...named].sort()]);
    }
  });

  test("a process may be called by exactly the processes whose environments name it", () => {
    const pods = podsOf(values);
    for (const { process } of pods) {
      const callers = pods.filter(({ env, process: caller }) => calledIn(env, caller).includes(process));
      const ingress = rulesOf(values, process, "ingress").flatMap(({ from = [] }) => from);
      const admitted = ingress.flatMap((peer) => (isOfChart(peer) ? [componentOf(peer)] : []));
      expect([process, admitted.sort()]).toEqual([process, callers.map((caller) => caller.process).sort()]);
    }
  });

  test("only processes with a public route are called from outside, and readers of metrics and probes call every service", () => {
    const network = networkOf(values);
    const routed = ["change-request", "gateway", "inventory", "mcp-tools", "security-manager"];
    const admitting = (peers: unknown) =>
      podsOf(values)
        .map(({ process }) => process)
        .filter((process) => rulesOf(values, process, "ingress").some(({ from }) => isSame(from, peers)))
        .sort();
    expect(admitting(network.routers?.from)).toEqual(routed);
    const services = (rendered[values] ?? []).filter(({ kind }) => kind === "Deployment").map(processOf);
    if (network.monitoring) expect(admitting(network.monitoring.from)).toEqual(services.sort());
    if (network.nodes) expect(admitting(network.nodes.from)).toEqual(services.sort());
  });

  test("every other traffic of every pod is denied", () => {
    const [all] = policiesOf(values).filter(({ metadata }) => metadata.name === "nas-default-deny");
    expect(all?.spec).toEqual({
      podSelector: {
        matchLabels: { "app.kubernetes.io/name": "network-access-service", "app.kubernetes.io/instance": "nas" },
      },
      policyTypes: ["Ingress", "Egress"],
    });
    for (const { labels } of podsOf(values)) expect(labels).toMatchObject(all?.spec.podSelector.matchLabels);
    for (const policy of policiesOf(values)) expect(policy.spec.policyTypes).toEqual(["Ingress", "Egress"]);
  });

  test("no rule is without peers or ports, which would allow everything", () => {
    const rules = policiesOf(values).flatMap(({ spec }) => [...(spec.ingress ?? []), ...(spec.egress ?? [])] as Rule[]);
    for (const { from, to, ports } of rules) {
      expect((from ?? to ?? []).length).toBeGreaterThan(0);
      expect(ports.length).toBeGreaterThan(0);
      for (const peer of from ?? to ?? []) expect(Object.keys(peer).length).toBeGreaterThan(0);
    }
  });

  test("only events leave for public addresses, and never for private ones", () => {
    const open = podsOf(values).filter(({ process }) => mayReach(values, process, "198.51.100.7"));
    expect(open.map(({ process }) => process)).toEqual(["boundary-evaluator-worker"]);
    expect(mayReach(values, "boundary-evaluator-worker", "2606:4700::1")).toBe(true);
    const inside = ["10.1.2.3", "172.20.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "127.0.0.1", "0.0.0.0"];
    const inside6 = ["fd12::1", "fe80::1", "::1", "64:ff9b::a00:1", "ff02::1"];
    for (const address of [...inside, ...inside6])
      expect([address, mayReach(values, "boundary-evaluator-worker", address)]).toEqual([address, false]);
  });
});

test("INTEGRATION_ADDRESSES adds receivers, and other blocks can be taken away", () => {
  const may = (address: string) => mayReach("everything", "boundary-evaluator-worker", address);
  expect(["10.40.0.9", "fd00:40::9"].map(may)).toEqual([true, true]);
  expect(["203.0.113.9", "2001:db8::9"].map(may)).toEqual([false, false]);
});

test("routers of routes that the chart does not make are admitted, too", async () => {
  const objects = await renderChart(await fetchHelm(), { values: ["default"], set: ["routes.kind=none"] });
  const policies = objects.filter(({ spec }) => JSON.stringify(spec?.ingress ?? "").includes('"gateways"'));
  const routed = ["change-request", "gateway", "inventory", "mcp-tools", "security-manager"];
  expect(policies.map(processOf).sort()).toEqual(routed);
});

test("without network policies, none is rendered", async () => {
  const objects = await renderChart(await fetchHelm(), { values: ["minimum"] });
  expect(objects.filter(({ kind }) => kind === "NetworkPolicy")).toEqual([]);
});

interface Pod {
  readonly process: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly env: readonly { readonly name: string; readonly value?: string }[];
}

function podsOf(values: string): Pod[] {
  return (rendered[values] ?? []).flatMap((object) => {
    const template = podTemplate(object);
    if (!template) return [];
    const { labels = {} } = template.metadata;
    return [{ process: processOf(object), labels, env: template.spec.containers[0].env }];
  });
}

/**
 * Returns everything that `process` calls according to its environment variables: other processes of the chart, and
 * destinations outside the chart. For the evaluator's worker, the result always contains "receivers", even if the
 * variable EVENT_SOURCE is missing.
 */
function calledIn(env: Pod["env"], process: string): string[] {
  const called = env.flatMap(({ name, value }) => {
    if (OUTSIDE[name] !== undefined) return [OUTSIDE[name]];
    const host = /^http:\/\/nas-([a-z-]+)\.access\.svc:8080(?:\/|$)/.exec(value ?? "")?.[1];
    if (host !== undefined) return [host];
    if (value?.includes("://") && !ONLY_NAMES.includes(name))
      throw new Error(`${name} of ${process} is an address that this test doesn't know`);
    return [];
  });
  return process === "boundary-evaluator-worker" ? [...new Set([...called, "receivers"])] : called;
}

function policiesOf(values: string): KubernetesObject[] {
  return (rendered[values] ?? []).filter(({ kind }) => kind === "NetworkPolicy");
}

/** Returns the ingress or egress rules of every network policy that selects the pods of this process. */
function rulesOf(values: string, process: string, direction: "ingress" | "egress"): Rule[] {
  const labels = podsOf(values).find((pod) => pod.process === process)?.labels ?? {};
  return policiesOf(values)
    .filter(({ spec }) => Object.entries(spec.podSelector.matchLabels).every(([name, value]) => labels[name] === value))
    .flatMap(({ spec }) => spec[direction] ?? []);
}

/** Returns, for each egress rule of a process, the name of the destination that the rule allows. */
function allowedOf(values: string, process: string): string[] {
  const network = networkOf(values);
  return rulesOf(values, process, "egress").map(({ to = [], ports }) => {
    const [first] = to;
    if (to.length === 1 && first && isOfChart(first)) return componentOf(first);
    const outside = DESTINATIONS.find((name) => isSame(to, network[name]?.to));
    if (outside !== undefined) return outside;
    if (to.some(({ ipBlock }) => ipBlock?.cidr === "0.0.0.0/0")) return "receivers";
    if (ports.every(({ port }) => port === 53 || port === 5_353)) return "dns";
    return `unknown: ${JSON.stringify(to)}`;
  });
}

function isOfChart({ podSelector }: Peer): boolean {
  return podSelector?.matchLabels["app.kubernetes.io/instance"] === "nas";
}

function componentOf({ podSelector }: Peer): string {
  return podSelector?.matchLabels["app.kubernetes.io/component"] ?? "";
}

function networkOf(values: string): NonNullable<MatrixValues["network"]> {
  return readValues(values).network ?? {};
}

function isSame(one: unknown, other: unknown): boolean {
  return one !== undefined && JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

function mayReach(values: string, process: string, address: string): boolean {
  const blocks = rulesOf(values, process, "egress").flatMap(({ to = [] }) =>
    to.flatMap(({ ipBlock }) => ipBlock ?? []),
  );
  return blocks.some(({ cidr, except = [] }) => isIn(address, [cidr]) && !isIn(address, except));
}

function isIn(address: string, cidrs: readonly string[]): boolean {
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  return cidrs.some((cidr) => {
    const [net = "", length] = cidr.split("/");
    if (isIPv6(net) !== (family === "ipv6")) return false;
    const list = new BlockList();
    list.addSubnet(net, Number(length), family);
    return list.check(address, family);
  });
}
