import { beforeAll, describe, expect, test } from "@jest/globals";
import { addressListPath, resolveAddressesPath } from "@network-access/service-contracts/address-resolution";
import { boundariesNamingGroupPath } from "@network-access/service-contracts/boundaries-naming-group";
import { evaluationVerdictPath } from "@network-access/service-contracts/evaluation-verdict";
import { newestRevisionsPath } from "@network-access/service-contracts/newest-revisions";
import { requestReevaluationPath } from "@network-access/service-contracts/request-reevaluation";
import { currentTextsPath, savedChangeRequestPath } from "@network-access/service-contracts/saved-change-request";
import { fetchHelm } from "./programs/fetch-helm.ts";
import { type KubernetesObject, renderChart } from "./rendering/render-chart.ts";

interface Route {
  readonly name: string;
  readonly host: string;
  readonly path: string;
  readonly exact: boolean;
  readonly service: string;
  /** The time limit of requests in seconds, or 0 for no limit. */
  readonly seconds: number;
  readonly annotations: Readonly<Record<string, string>>;
}

let helm: string;
const rendered: Record<string, KubernetesObject[]> = {};
beforeAll(async () => {
  helm = await fetchHelm();
  for (const values of ["default", "everything"]) rendered[values] = await renderChart(helm, { values: [values] });
}, 900_000);

const SITES = [
  ["default", "access.example.com", "access.example.com"],
  ["everything", "access.example.com", "tools.example.com"],
] as const;

describe.each(SITES)("with the values %s", (values, host, toolsHost) => {
  test.each([
    ["/graphql", "gateway"],
    ["/change-requests/a-request/events", "change-request"],
    ["/inventory", "inventory"],
    ["/inventory/items", "inventory"],
    ["/inventory/openapi.json", "inventory"],
    ["/groups/web-servers/addresses", "inventory"],
    ["/securitymanager/api/siql/secrule/paged-search", "security-manager"],
    ["/securitymanager/api/authentication/login", "security-manager"],
  ])("%s is answered by %s", (path, process) => {
    expect(routeOf(values, host, path)?.service).toBe(`nas-${process}`);
  });

  test.each(["/mcp", "/tool-keys", "/tool-keys/a-key"])("%s is answered by the tool server", (path) => {
    expect(routeOf(values, toolsHost, path)?.service).toBe("nas-mcp-tools");
  });

  test.each([
    ...["/", "/healthz", "/readyz", "/metrics", "/mcp/healthz", "/graphqlx"],
    ...[resolveAddressesPath, addressListPath("hash", 0), boundariesNamingGroupPath, evaluationVerdictPath("u", 1, 1)],
    ...[newestRevisionsPath, requestReevaluationPath, currentTextsPath, savedChangeRequestPath("u", 1)],
  ])("%s is not routed", (path) => {
    expect(routeOf(values, host, path)).toBeUndefined();
    expect(routeOf(values, toolsHost, path)).toBeUndefined();
  });

  test("a route waits longer than its process works on a request, and streams have no end", () => {
    const requestSeconds = values === "everything" ? 70 : 60;
    const secondsOf = (path: string, at: string = host) => routeOf(values, at, path)?.seconds;
    for (const path of ["/graphql", "/inventory/items", "/groups/web/addresses"])
      expect([path, (secondsOf(path) ?? 0) > requestSeconds]).toEqual([path, true]);
    expect(secondsOf("/securitymanager/api/siql/secrule/stream")).toBeGreaterThan(600);
    expect(secondsOf("/mcp", toolsHost)).toBeGreaterThan(30);
    expect([0, 3_600]).toContain(secondsOf("/change-requests/a-request/events"));
  });
});

test("an ingress takes the largest upload and forwards events at once", () => {
  const upload = routeOf("everything", "access.example.com", "/inventory/items")?.annotations;
  expect(upload).toMatchObject({
    "nginx.ingress.kubernetes.io/proxy-body-size": "33554432",
    "nginx.ingress.kubernetes.io/proxy-request-buffering": "off",
    "example.com/team": "network",
  });
  const events = routeOf("everything", "access.example.com", "/change-requests/a/events")?.annotations;
  expect(events).toMatchObject({ "nginx.ingress.kubernetes.io/proxy-buffering": "off", "example.com/stream": "true" });
});

test("the files of the page for queries are routed only if there is a page", () => {
  expect(routeOf("default", "access.example.com", "/graphql/graphiql.js")).toBeUndefined();
  expect(routeOf("everything", "access.example.com", "/graphql/graphiql.js")?.service).toBe("nas-gateway");
});

test("the pages of the documentation are routed only if the tool server serves them", () => {
  expect(routeOf("default", "access.example.com", "/docs/tools.html")?.service).toBe("nas-mcp-tools");
  expect(routeOf("everything", "tools.example.com", "/docs/tools.html")).toBeUndefined();
});

test("another controller gets no annotations of ingress-nginx", async () => {
  const objects = await renderChart(helm, { values: ["everything"], set: ["routes.ingress.nginx=false"] });
  const names = objects
    .filter(({ kind }) => kind === "Ingress")
    .flatMap(({ metadata }) => Object.keys(metadata.annotations ?? {}));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => name.startsWith("nginx."))).toEqual([]);
});

test("routes of a Gateway contain the members that the API server would add, so that no controller sees a difference", () => {
  const routes = (rendered.default ?? []).filter(({ kind }) => kind === "HTTPRoute");
  expect(routes).toHaveLength(5);
  for (const { spec } of routes) {
    expect(spec.parentRefs).toEqual([
      { group: "gateway.networking.k8s.io", kind: "Gateway", name: "public", namespace: "gateways" },
    ]);
    for (const { backendRefs } of spec.rules)
      expect(backendRefs).toEqual([expect.objectContaining({ group: "", kind: "Service", port: 8080, weight: 1 })]);
  }
});

/**
 * Returns the route of a request as a Gateway or an ingress controller chooses it. A route with exactly this path wins.
 * If there is none, the route with the longest matching prefix wins.
 */
function routeOf(values: string, host: string, path: string): Route | undefined {
  return routesOf(values)
    .filter((route) => route.host === host)
    .filter((route) => (route.exact ? path === route.path : path === route.path || path.startsWith(`${route.path}/`)))
    .sort((one, other) => Number(other.exact) - Number(one.exact) || other.path.length - one.path.length)[0];
}

function routesOf(values: string): Route[] {
  return (rendered[values] ?? []).flatMap(({ kind, metadata, spec }) => {
    const { name, annotations = {} } = metadata;
    if (kind === "HTTPRoute")
      return spec.rules.flatMap(({ matches, timeouts, backendRefs }: GatewayRule) =>
        matches.map((match) => ({
          ...{ name, annotations, host: spec.hostnames[0], path: match.path.value, exact: match.path.type === "Exact" },
          ...{ service: backendRefs[0]?.name ?? "", seconds: Number.parseInt(timeouts.request, 10) },
        })),
      );
    if (kind !== "Ingress") return [];
    const seconds = Number(annotations["nginx.ingress.kubernetes.io/proxy-read-timeout"]);
    return spec.rules.flatMap((rule: IngressRule) =>
      rule.http.paths.map(({ path, pathType, backend }) => ({
        ...{ name, annotations, host: rule.host, path, exact: pathType === "Exact" },
        ...{ service: backend.service.name, seconds },
      })),
    );
  });
}

interface GatewayRule {
  readonly matches: readonly { readonly path: { readonly type: string; readonly value: string } }[];
  readonly timeouts: { readonly request: string };
  readonly backendRefs: readonly { readonly name: string }[];
}
interface IngressRule {
  readonly host: string;
  readonly http: {
    readonly paths: readonly {
      readonly path: string;
      readonly pathType: string;
      readonly backend: { readonly service: { readonly name: string } };
    }[];
  };
}
