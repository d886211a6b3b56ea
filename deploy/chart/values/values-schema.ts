import { z } from "zod";
import { CHART_PROCESSES, type ChartProcess, evaluatorSettings, everySetting, settingsOf } from "./setting-schemas.ts";

const url = z.string().regex(/^https?:\/\/[^\s/]+\S*$/);
const name = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);
const optionalName = z.string().regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?)?$/);
const hostName = z.string().regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)?$/);
const key = z.string().regex(/^[A-Za-z0-9._-]+$/);
const QUALIFIED_NAME = "^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$";
const annotations = namedTexts({ type: "string" });
const labels = namedTexts({ type: "string", pattern: "^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$" });
const secretKey = z.strictObject({ secret: name, key });
const authorities = z.strictObject({ secret: optionalName, configMap: optionalName, key });
const port = z.int().min(1).max(65_535);
/**
 * A CIDR whose prefix length is at least 1. In a network policy, a CIDR with the prefix length 0 would allow all
 * traffic.
 */
const cidr = z
  .string()
  .regex(
    /^((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])){3}\/([1-9]|[12][0-9]|3[0-2])|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\/([1-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))$/,
  );
const selector = z.strictObject({ matchLabels: labels.meta({ minProperties: 1 }) });
const peers = z.array(
  z.union([
    z.strictObject({ ipBlock: z.strictObject({ cidr, except: z.array(cidr).optional() }) }),
    z.strictObject({ namespaceSelector: selector, podSelector: selector.optional() }),
    z.strictObject({ podSelector: selector }),
  ]),
);
const destination = z.strictObject({ to: peers, ports: z.array(port).min(1) });
const cpu = z.union([z.string().regex(/^([1-9][0-9]*m?|[0-9]+\.[0-9]+)$/), z.number().min(0.001)]);
/**
 * A number of bytes in the notation of Kubernetes. Exponents, the unit `m`, and the units `P`, `Pi`, `E` and `Ei` are
 * not allowed.
 */
const memory = z.union([
  z.string().regex(/^([1-9][0-9]*([KMGT]i|[kMGT])?|[0-9]+\.[0-9]+([KMGT]i|[kMGT]))$/),
  z.int().min(1),
]);
const resources = z.strictObject({
  requests: z.strictObject({ cpu, memory, "ephemeral-storage": memory.optional() }),
  limits: z.strictObject({ cpu: cpu.optional(), memory, "ephemeral-storage": memory.optional() }),
});
const routes = ["graph", "events", "inventory", "manager", "tools"] as const;
const ofRoutes = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject(Object.fromEntries(routes.map((route) => [route, schema.optional()])));
const SERVICES_WITH_DATABASE = ["change-request", "boundary-evaluator", "inventory", "security-manager", "mcp-tools"];
const images = [
  ...CHART_PROCESSES,
  ...SERVICES_WITH_DATABASE.map((service) => `${service}-prepare`),
  ...["inventory-rebuild", "security-manager-rebuild"],
];

function processSchema(process: ChartProcess) {
  return z.strictObject({
    replicas: z.int().min(1).max(1_000),
    autoscaling: z.strictObject({
      enabled: z.boolean(),
      maxReplicas: z.int().min(1).max(1_000),
      cpuPercent: z.int().min(1).max(1_000),
    }),
    resources,
    settings: settingsFor(process),
    ...(process === "boundary-evaluator-worker" && {
      keda: z.strictObject({
        enabled: z.boolean(),
        prometheusUrl: z.union([z.literal(""), url]),
        jobsPerReplica: z.int().min(1),
      }),
    }),
  });
}

/**
 * Returns the schema of the variables that the values may set for one process. The chart computes the heap size of the
 * evaluator's subgraph from PREVIEW_THREADS, so PREVIEW_THREADS is required for this process.
 */
function settingsFor(process: ChartProcess) {
  const settings = settingsOf(process);
  return process === "boundary-evaluator-subgraph" ? settings.required({ PREVIEW_THREADS: true } as never) : settings;
}

/** The values of the chart. Nothing else is accepted. */
const values = z.strictObject({
  prefix: z.string().regex(/^([a-z0-9][a-z0-9_-]{0,43})?$/),
  image: z.strictObject({
    registry: z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/),
    tag: z.string().regex(/^([A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?$/),
    digests: z.strictObject(
      Object.fromEntries(
        images.map((image) => [
          image,
          z
            .string()
            .regex(/^sha256:[0-9a-f]{64}$/)
            .optional(),
        ]),
      ),
    ),
    pullPolicy: z.enum(["Always", "IfNotPresent", "Never"]),
    pullSecrets: z.array(name),
  }),
  users: z.strictObject({ issuer: url, jwksUrl: url, audience: z.string().min(1), ca: authorities }),
  serviceTokens: z.strictObject({
    issuer: z.string().min(1),
    jwksUrl: url,
    authenticate: z.boolean(),
    ca: authorities,
    expirationSeconds: z.int().min(600).max(86_400),
  }),
  mongo: z.strictObject({
    url: secretKey,
    urls: z.strictObject(Object.fromEntries(SERVICES_WITH_DATABASE.map((service) => [service, secretKey.optional()]))),
    ca: authorities,
  }),
  redis: z.strictObject({
    url: secretKey,
    ca: authorities,
    sentinels: z.array(z.string().regex(/^(\[[0-9A-Fa-f:.]+\]|[^\s:/,[\]]+)(:[0-9]{1,5})?$/)),
    sentinelCredentials: z.strictObject({ secret: optionalName, usernameKey: key, passwordKey: key }),
  }),
  opensearch: z.strictObject({
    urls: z.array(z.string().regex(/^https?:\/\/[^\s/,@]+$/)).min(1),
    credentials: z.strictObject({ secret: optionalName, usernameKey: key, passwordKey: key }),
    ca: authorities,
  }),
  integrationKeys: secretKey,
  trustedAuthorities: authorities,
  telemetry: z.strictObject({
    endpoint: z.union([z.literal(""), url]),
    podMonitor: z.strictObject({
      enabled: z.boolean(),
      labels,
      interval: z.string().regex(/^[1-9][0-9]*[sm]$/),
    }),
  }),
  routes: z.strictObject({
    kind: z.enum(["none", "gateway", "ingress"]),
    host: hostName,
    hosts: ofRoutes(hostName),
    gateway: z.strictObject({
      parentRefs: z.array(
        z.strictObject({
          name,
          namespace: name.optional(),
          sectionName: name.optional(),
          port: port.optional(),
        }),
      ),
    }),
    ingress: z.strictObject({
      className: optionalName,
      tlsSecret: optionalName,
      annotations,
      routeAnnotations: ofRoutes(annotations),
      nginx: z.boolean(),
    }),
  }),
  network: z.strictObject({
    enabled: z.boolean(),
    dns: z.strictObject({ to: peers.min(1), ports: z.array(port).min(1) }),
    ...{ mongo: destination, redis: destination, opensearch: destination },
    ...{ userKeys: destination, serviceKeys: destination, collector: destination },
    receivers: z.strictObject({ ports: z.array(port).min(1), except: z.array(cidr) }),
    routers: z.strictObject({ from: peers }),
    monitoring: z.strictObject({ from: peers }),
    nodes: z.strictObject({ from: peers }),
  }),
  deployments: z.strictObject({ annotations }),
  pods: z.strictObject({
    labels,
    annotations,
    nodeSelector: labels,
    tolerations: z.array(
      z.strictObject({
        key: z.string().optional(),
        operator: z.enum(["Exists", "Equal"]).optional(),
        value: z.string().optional(),
        effect: z.enum(["NoSchedule", "PreferNoSchedule", "NoExecute"]).optional(),
        tolerationSeconds: z.int().optional(),
      }),
    ),
    priorityClassName: optionalName,
    setUser: z.boolean(),
  }),
  settings: everySetting,
  boundaryEvaluator: z.strictObject({ settings: evaluatorSettings }),
  processes: z.strictObject(Object.fromEntries(CHART_PROCESSES.map((process) => [process, processSchema(process)]))),
  prepare: z.strictObject({ seconds: z.int().min(1).max(604_800), resources }),
  rebuild: z.strictObject({ resources }),
  // Helm adds this member if another chart includes this chart.
  global: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Returns the schema of a map from qualified names to texts. The schema checks the names with `patternProperties`. With
 * `propertyNames`, Helm's error messages would point to the wrong place in the values.
 */
function namedTexts(text: { readonly type: "string"; readonly pattern?: string }) {
  const patterns = { patternProperties: { [QUALIFIED_NAME]: text }, additionalProperties: false };
  return z.record(z.string(), z.string()).meta(patterns as never);
}

/** Returns the text of `values.schema.json`. */
export function valuesSchemaText(): string {
  return `${JSON.stringify(z.toJSONSchema(values, { target: "draft-7", io: "input" }), undefined, 2)}\n`;
}
