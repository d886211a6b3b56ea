import { beforeAll, describe, expect, test } from "@jest/globals";
import { runProgram } from "@network-access/local-stack/run-program";
import { fetchHelm } from "./programs/fetch-helm.ts";
import { createObjectChecker, KUBERNETES_VERSIONS, type ObjectChecker } from "./rendering/kubernetes-schemas.ts";
import {
  CHART,
  helmArguments,
  type KubernetesObject,
  podTemplate,
  processOf,
  renderChart,
} from "./rendering/render-chart.ts";
import { CHART_PROCESSES } from "./values/setting-schemas.ts";

const MATRIX = ["minimum", "default", "everything"] as const;
const ONE_SHOT = [
  ...["change-request", "boundary-evaluator", "inventory", "security-manager", "mcp-tools"].map(
    (name) => `${name}-prepare`,
  ),
  ...["inventory-rebuild", "security-manager-rebuild"],
];
const MINUTES = 60_000;

let helm: string;
let checkers: readonly ObjectChecker[];
const rendered: Record<string, KubernetesObject[]> = {};

beforeAll(async () => {
  helm = await fetchHelm();
  checkers = await Promise.all(KUBERNETES_VERSIONS.map(createObjectChecker));
  for (const values of MATRIX) rendered[values] = await renderChart(helm, { values: [values] });
}, 15 * MINUTES);

const objectsOf = (values: string, kind: string) => (rendered[values] ?? []).filter((object) => object.kind === kind);
const podsOf = (values: string) =>
  (rendered[values] ?? []).flatMap((object) => {
    const template = podTemplate(object);
    return template ? [{ process: processOf(object), object, template, container: template.spec.containers[0] }] : [];
  });

describe.each(MATRIX)("with the values %s", (values) => {
  test("helm lint finds no mistake", async () => {
    const printed = await runProgram(helm, ["lint", "--strict", CHART, ...helmArguments({ values: [values] })]);
    expect(printed).toContain("0 chart(s) failed");
  });

  test("the oldest and the newest Kubernetes know every object and every member", () => {
    expect(checkers).toHaveLength(2);
    for (const check of checkers) expect((rendered[values] ?? []).flatMap(check)).toEqual([]);
  });

  test("every process has a Deployment, and every one-shot process a job", () => {
    expect(objectsOf(values, "Deployment").map(processOf).sort()).toEqual([...CHART_PROCESSES].sort());
    expect([...objectsOf(values, "Job"), ...objectsOf(values, "CronJob")].map(processOf).sort()).toEqual(
      ONE_SHOT.sort(),
    );
  });

  test("every pod is restricted and may change no file", () => {
    for (const { template, container } of podsOf(values)) {
      expect(template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: "RuntimeDefault" } },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      const kinds = (template.spec.volumes ?? []).flatMap(({ name: _, ...source }: { name: string }) =>
        Object.keys(source),
      );
      expect(kinds).toEqual(kinds.filter((kind: string) => ["projected", "secret"].includes(kind)));
    }
  });

  test("every pod has a service account of its own, without a token and without rights", () => {
    const accounts = objectsOf(values, "ServiceAccount");
    expect(podsOf(values).map(({ template }) => template.spec.serviceAccountName)).toEqual(
      expect.arrayContaining(accounts.map(({ metadata }) => metadata.name)),
    );
    expect(accounts).toHaveLength(podsOf(values).length);
    for (const account of accounts) expect(account).toMatchObject({ automountServiceAccountToken: false });
    expect((rendered[values] ?? []).filter(({ apiVersion }) => apiVersion.startsWith("rbac."))).toEqual([]);
  });

  test("Node's heap, its threads, and the memory for requests and feeds fit into the limit of memory", () => {
    for (const { process, container } of podsOf(values)) {
      const { limits, requests } = container.resources;
      expect(mebibytes(requests.memory)).toBeLessThanOrEqual(mebibytes(limits.memory));
      const heap = Number(/^--max-old-space-size=(\d+)$/.exec(variable(container, "NODE_OPTIONS"))?.[1]);
      const heaps = heap * (process === "security-manager" ? 2 : 1) + threadMebibytes(process, container);
      expect(heap).toBeGreaterThanOrEqual(128);
      const most = Math.min(
        mebibytes(limits.memory) * 0.75,
        mebibytes(limits.memory) - countedMebibytes(process, container) - 64,
      );
      expect(heaps).toBeLessThanOrEqual(most);
      expect(heaps).toBeGreaterThan(most - mebibytes(limits.memory) * 0.01);
    }
  });

  test("a roll keeps two pods of each process ready, spread over nodes and zones", () => {
    for (const deployment of objectsOf(values, "Deployment")) {
      const process = processOf(deployment);
      const scaler = [...objectsOf(values, "HorizontalPodAutoscaler"), ...objectsOf(values, "ScaledObject")].find(
        (object) => processOf(object) === process,
      );
      const { minReplicas, minReplicaCount } = scaler?.spec ?? {};
      expect(deployment.spec.replicas ?? minReplicas ?? minReplicaCount).toBeGreaterThanOrEqual(2);
      // An autoscaler sets the number of replicas of some processes. If the Deployment of such a process contained a
      // number of replicas, every upgrade would overwrite the number that the autoscaler has set.
      expect(deployment.spec.replicas === undefined).toBe(scaler !== undefined);
      expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
      const selector = deployment.spec.selector.matchLabels;
      const budget = objectsOf(values, "PodDisruptionBudget").find((object) => processOf(object) === process);
      expect(budget?.spec).toMatchObject({ maxUnavailable: 1, selector: { matchLabels: selector } });
      const { topologySpreadConstraints, containers } = deployment.spec.template.spec;
      expect(topologySpreadConstraints.map(({ topologyKey }: { topologyKey: string }) => topologyKey)).toEqual([
        "topology.kubernetes.io/zone",
        "kubernetes.io/hostname",
      ]);
      expect(containers[0]).toMatchObject({
        startupProbe: { httpGet: { path: "/healthz" } },
        livenessProbe: { httpGet: { path: "/healthz" } },
        readinessProbe: { httpGet: { path: "/readyz" } },
      });
    }
  });

  test("a pod has more time to stop than its process takes", () => {
    for (const deployment of objectsOf(values, "Deployment")) {
      const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec;
      const drain = Number(variable(containers[0], "DRAIN_SECONDS") || 5);
      const stop = Number(variable(containers[0], "STOP_SECONDS") || 25);
      expect(terminationGracePeriodSeconds).toBeGreaterThan(drain + stop);
      expect(containers[0].lifecycle).toBeUndefined();
    }
  });

  test("a database is prepared before the pods of a new version start", () => {
    for (const job of objectsOf(values, "Job")) {
      expect(job.metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade" });
      const seconds = Number(variable(job.spec.template.spec.containers[0], "PREPARE_SECONDS"));
      // When a job reaches its deadline, Kubernetes removes the job's pods and their logs. The deadline must therefore
      // be later than the time limit of the process in the pod. The difference of 300 s leaves time to start a node and
      // to pull a large image.
      expect(job.spec.activeDeadlineSeconds).toBeGreaterThanOrEqual(seconds + 300);
      // Helm creates hooks in the order of their weights. The job has the weight 0, so everything that the job needs
      // must have a lower weight.
      const needs = (rendered[values] ?? []).filter(
        (object) => processOf(object) === processOf(job) && object.kind !== "Job",
      );
      expect(needs.map(({ kind }) => kind)).toContain("ServiceAccount");
      for (const { metadata } of needs) expect(Number(metadata.annotations?.["helm.sh/hook-weight"])).toBeLessThan(0);
    }
  });

  test("a pod has a token for each process that it calls, and for no other", () => {
    const pods = podsOf(values);
    const audienceOf = (host: string) =>
      variable(pods.find(({ process }) => host === `nas-${process}`)?.container, "SERVICE_AUDIENCE");
    for (const { process, template, container } of pods) {
      const file = variable(container, "SERVICE_TOKEN_FILE");
      const urls = container.env.map(({ value = "" }: { value?: string }) => value).join(" ");
      const hosts = [...urls.matchAll(/http:\/\/(nas-[a-z-]+)\.access\.svc/g)].map(([, host = ""]) => host);
      const sources = tokensOf(template).filter(({ audience }) => audience !== undefined);
      expect(file !== "").toBe(sources.length > 0);
      // The gateway forwards the tokens of users, and has no service tokens.
      if (process === "gateway") continue;
      expect(sources.map(({ audience }) => audience).sort()).toEqual(hosts.map(audienceOf).sort());
      for (const { audience, path } of sources) expect(path).toBe(audience);
    }
  });

  test("no secret is in the objects, and the same values give the same objects", async () => {
    expect(rendered[values]?.map(({ kind }) => kind)).not.toContain("Secret");
    expect(await renderChart(helm, { values: [values] })).toEqual(rendered[values]);
  });
});

test("the processes of one service may have another user of the database", () => {
  const users = podsOf("everything").flatMap(({ process, container }) =>
    container.env.flatMap(({ name, valueFrom }: { name: string; valueFrom?: { secretKeyRef: { name: string } } }) =>
      name === "MONGO_URL" && valueFrom?.secretKeyRef.name === "inventory-database" ? [process] : [],
    ),
  );
  expect(users.sort()).toEqual(["inventory", "inventory-prepare", "inventory-rebuild"]);
});

test("pods name no user where the platform assigns users, and are restricted all the same", async () => {
  const objects = await renderChart(helm, { values: ["default"], set: ["pods.setUser=false"] });
  const templates = objects.flatMap((object) => podTemplate(object) ?? []);
  expect(templates).toHaveLength(14);
  for (const { spec } of templates)
    expect(spec.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
});

test("the label of the version names the tag of the images", async () => {
  const versionOf = async (...set: string[]) => {
    const objects = await renderChart(helm, { values: ["default"], set });
    return podTemplate(objects.find(({ kind }) => kind === "Deployment") as KubernetesObject)?.metadata.labels?.[
      "app.kubernetes.io/version"
    ];
  };
  expect(await versionOf()).toBe("0.1.0");
  expect(await versionOf("image.tag=1.2.3")).toBe("1.2.3");
  expect(await versionOf(`image.tag=_${"a".repeat(61)}-b`)).toBe("a".repeat(61));
});

test("a misspelt member of an object is found, in built-in and custom resources", () => {
  const [check] = checkers;
  const [deployment] = objectsOf("default", "Deployment");
  const [route] = objectsOf("default", "HTTPRoute");
  if (!check || !deployment || !route) throw new Error("nothing was rendered");
  expect(check({ ...deployment, spec: { ...deployment.spec, replica: 2 } })).toEqual([
    expect.stringContaining("replica"),
  ]);
  expect(check({ ...route, spec: { ...route.spec, hostname: [] } })).toEqual([expect.stringContaining("hostname")]);
});

test("the tool server divides its rates by the most replicas that it may have", () => {
  const replicasOf = (values: string) =>
    variable(podsOf(values).find(({ process }) => process === "mcp-tools")?.container, "REPLICAS");
  const mostOf = (values: string) =>
    objectsOf(values, "HorizontalPodAutoscaler").find((object) => processOf(object) === "mcp-tools")?.spec.maxReplicas;
  expect(replicasOf("default")).toBe(String(mostOf("default")));
  expect(replicasOf("everything")).toBe(String(mostOf("everything")));
  expect(mostOf("everything")).toBe(8);
});

test("Prometheus reads every process, whose name is the job of its metrics", () => {
  const [monitor] = objectsOf("everything", "PodMonitor");
  expect(monitor?.spec).toMatchObject({
    jobLabel: "app.kubernetes.io/component",
    podMetricsEndpoints: [{ port: "http", path: "/metrics" }],
  });
  const deployed = objectsOf("everything", "Deployment");
  for (const { spec } of deployed) {
    expect(spec.template.metadata.labels).toMatchObject(monitor?.spec.selector.matchLabels);
    expect(spec.template.spec.containers[0].ports).toEqual([{ name: "http", containerPort: 8_080 }]);
  }
});

test("a pod says nothing of the version of the chart, which would restart it without need", () => {
  for (const { template } of podsOf("everything"))
    expect(Object.keys(template.metadata.labels ?? {})).not.toContain("helm.sh/chart");
});

test("controllers that restart pods find their annotations at every Deployment, and pods only run on x86-64", () => {
  for (const { metadata } of objectsOf("everything", "Deployment"))
    expect(metadata.annotations).toEqual({ "example.com/restart": "true" });
  for (const { template } of podsOf("default"))
    expect(template.spec.nodeSelector).toEqual({ "kubernetes.io/arch": "amd64" });
});

test("a digest replaces the tag of its image", () => {
  const images = podsOf("everything").map(({ container }) => container.image as string);
  expect(images).toContain(`registry.example.com:5000/network-access/gateway@sha256:${"0123456789abcdef".repeat(4)}`);
  expect(images).toContain("registry.example.com:5000/network-access/inventory-prepare:1.2.3");
});

test("two installations share engines and a namespace without meeting", async () => {
  const installations = [
    { release: "nas", namespace: "access" },
    { release: "nas", namespace: "staging" },
    { release: "test", namespace: "access" },
  ];
  const objects = await Promise.all(
    installations.map((installation) => renderChart(helm, { ...installation, values: ["default"] })),
  );
  const prefixes = objects.map((all) => [
    ...new Set(
      all.flatMap((object) => {
        const container = podTemplate(object)?.spec.containers[0];
        const names = ["MONGO_DATABASE", "REDIS_PREFIX", "INDEX_PREFIX"];
        return container ? names.map((name) => variable(container, name)).filter((text) => text !== "") : [];
      }),
    ),
  ]);
  expect(new Set(prefixes.flat()).size).toBe(prefixes.flat().length);
  const [one = [], , other = []] = objects.map((all) => all.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
  expect(one.filter((name) => other.includes(name))).toEqual([]);
  for (const deployment of objects[0]?.filter(({ kind }) => kind === "Deployment") ?? [])
    expect(deployment.spec.selector.matchLabels["app.kubernetes.io/instance"]).toBe("nas");
});

function variable(container: { env: { name: string; value?: string }[] } | undefined, name: string): string {
  return container?.env.find((entry) => entry.name === name)?.value ?? "";
}

interface TokenSource {
  readonly audience?: string;
  readonly path: string;
}

function tokensOf(template: KubernetesObject): TokenSource[] {
  const volumes = (template.spec.volumes ?? []) as {
    projected?: { sources: { serviceAccountToken?: TokenSource }[] };
  }[];
  return volumes.flatMap(({ projected }) =>
    (projected?.sources ?? []).flatMap(({ serviceAccountToken }) => serviceAccountToken ?? []),
  );
}

const BYTES: Readonly<Record<string, number>> = { "": 1, G: 1e9, Mi: 2 ** 20, Gi: 2 ** 30 };

function mebibytes(quantity: string | number): number {
  const [, number, unit = ""] = /^([\d.]+)(\D*)$/.exec(String(quantity)) ?? [];
  return (Number(number) * (BYTES[unit] ?? Number.NaN)) / 2 ** 20;
}

/**
 * Returns the total memory in MiB that the settings give to judge and preview threads of a process. For the subgraph,
 * the total contains the cache of stored requests.
 */
function threadMebibytes(process: string, container: { env: { name: string; value?: string }[] }): number {
  const number = (name: string, standard: number) => Number(variable(container, name) || standard);
  if (!process.startsWith("boundary-evaluator-") || process.endsWith("prepare")) return 0;
  const one = number("JUDGING_THREAD_MEMORY_MB", Number.NaN);
  const judging = number("JUDGING_THREADS", Number.NaN) * one;
  if (process === "boundary-evaluator-worker") return judging;
  return judging + number("PREVIEW_MEMORY_MB", 512) + number("PREVIEW_THREADS", Number.NaN) * one;
}

/** Returns how much memory outside of the heap a process may use for the data of requests and feeds, in MiB. */
function countedMebibytes(process: string, container: { env: { name: string; value?: string }[] }): number {
  if (ONE_SHOT.includes(process)) return 0;
  const bytes = (name: string, standard: number) => Number(variable(container, name) || standard);
  const feeds = process === "inventory" ? bytes("FEED_MEMORY_BYTES", 2 ** 26) : 0;
  return (bytes("REQUEST_MEMORY_BYTES", 2 ** 27) + feeds) / 2 ** 20;
}
