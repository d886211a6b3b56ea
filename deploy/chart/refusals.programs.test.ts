import { beforeAll, expect, test } from "@jest/globals";
import { fetchHelm } from "./programs/fetch-helm.ts";
import { type Installation, renderChart } from "./rendering/render-chart.ts";

let helm: string;
beforeAll(async () => {
  helm = await fetchHelm();
}, 900_000);

/** What Helm says about values that it refuses. */
async function refusal(installation: Partial<Installation>): Promise<string> {
  try {
    await renderChart(helm, { values: ["default"], ...installation });
    return "rendered";
  } catch (error) {
    return String(error);
  }
}

test.each([
  ["a value that the chart doesn't know", "replicaCount=3", /at ''.*additional properties 'replicaCount' not allowed/s],
  [
    "a misspelt variable",
    "processes.gateway.settings.MAX_DEPHT=3",
    /at '\/processes\/gateway\/settings'.*'MAX_DEPHT'/s,
  ],
  ["a variable of another process", "processes.gateway.settings.MAX_STREAMS=3", /'\/processes\/gateway\/settings'/],
  ["a variable that is out of range", "settings.STOP_SECONDS=0", /at '\/settings\/STOP_SECONDS'.*minimum.*1/s],
  ["a missing secret", "mongo.url.secret=", /at '\/mongo\/url\/secret'/],
  ["a missing secret of integrations", "integrationKeys.secret=", /at '\/integrationKeys\/secret'/],
  ["a URL without scheme", "users.jwksUrl=issuer.example.com/jwks", /at '\/users\/jwksUrl'.*does not match pattern/s],
  ["credentials in a URL of the index", "opensearch.urls={https://a:b@search:9200}", /at '\/opensearch\/urls\/0'/],
  ["a missing registry", "image.registry=", /at '\/image\/registry'/],
  ["a digest without algorithm", "image.digests.gateway=0123", /at '\/image\/digests\/gateway'/],
  ["a limit in megabytes", "processes.gateway.resources.limits.memory=500M", /resources\/limits\/memory'/],
  ["engines that may be anywhere", "network.mongo.to[0].ipBlock.cidr=0.0.0.0/0", /at '\/network\/mongo\/to\/0/],
  ["issuers that may be anywhere", "network.userKeys.to[0].ipBlock.cidr=::/0", /at '\/network\/userKeys\/to\/0/],
  [
    "too little memory",
    "processes.boundary-evaluator-worker.resources.limits.memory=1Gi",
    /processes\.boundary-evaluator-worker\.resources\.limits\.memory: 1Gi is too little.* at least 1537Mi/s,
  ],
  ["no host name", "routes.host=", /routes\.host: is missing, but routes\.kind is "gateway"/],
  ["no gateway", "routes.gateway.parentRefs=[]", /routes\.gateway\.parentRefs: is empty; name the Gateway/],
  ["no address of the database", "network.mongo.to=[]", /network\.mongo\.to: is empty; name its addresses/],
  ["no address of the collector", "telemetry.endpoint=http://c:4318", /network\.collector\.to: is empty/],
  ["no address of Prometheus", "telemetry.podMonitor.enabled=true", /network\.monitoring\.from: is empty/],
  [
    "KEDA without Prometheus",
    "processes.boundary-evaluator-worker.keda.enabled=true",
    /processes\.boundary-evaluator-worker\.keda\.prometheusUrl: is missing/,
  ],
  [
    "KEDA with fewer replicas than the least",
    [
      "processes.boundary-evaluator-worker.keda.enabled=true",
      "processes.boundary-evaluator-worker.keda.prometheusUrl=http://p:9090",
      "processes.boundary-evaluator-worker.autoscaling.enabled=false",
      "processes.boundary-evaluator-worker.replicas=9",
    ],
    /processes\.boundary-evaluator-worker\.autoscaling\.maxReplicas: 6 is less/,
  ],
  [
    "memory for requests that the limit lacks",
    "settings.REQUEST_MEMORY_BYTES=4294967296",
    /limits\.memory: .*requests/,
  ],
  [
    "memory for feeds that the limit lacks",
    "processes.inventory.settings.FEED_MEMORY_BYTES=4294967296",
    /processes\.inventory\.resources\.limits\.memory: 1536Mi is too little.* at least 4416Mi/,
  ],
  [
    "requests above the limit of memory",
    "processes.gateway.resources.requests.memory=2Gi",
    /processes\.gateway\.resources\.requests\.memory: 2Gi is more than the limit, which is 768Mi/,
  ],
  [
    "requests above the limit of processor time",
    ["prepare.resources.requests.cpu=1", "prepare.resources.limits.cpu=500m"],
    /prepare\.resources\.requests\.cpu: 1 is more than the limit, which is 500m/,
  ],
  ["a scheme in the registry", "image.registry=https://registry.example.com/x", /at '\/image\/registry'/],
  ["a tag in the registry", "image.registry=registry.example.com/x:1", /at '\/image\/registry'/],
  ["an empty folder in the registry", "image.registry=registry.example.com//x", /at '\/image\/registry'/],
  ["an issuer without scheme", "users.issuer=issuer.example.com", /at '\/users\/issuer'/],
  ["an address that does not exist", "network.mongo.to[0].ipBlock.cidr=999.1.1.1/32", /at '\/network\/mongo\/to\/0/],
  ["keys of the cluster without TLS", "serviceTokens.jwksUrl=http://k/jwks", /serviceTokens\.jwksUrl: .* has no TLS/],
  [
    "an authority for keys without TLS",
    ["users.jwksUrl=http://issuer/jwks", "users.ca.configMap=authorities"],
    /users\.jwksUrl: "http:\/\/issuer\/jwks" has no TLS, but users\.ca names an authority/,
  ],
  [
    "an authority for search without TLS",
    ["opensearch.urls={http://search:9200}", "opensearch.ca.secret=authorities"],
    /opensearch\.urls: "http:\/\/search:9200" has no TLS/,
  ],
  [
    "two places of one authority",
    ["mongo.ca.secret=authorities", "mongo.ca.configMap=authorities"],
    /mongo\.ca: has a secret and a configMap; name one of them/,
  ],
  [
    "credentials of no Sentinels",
    "redis.sentinelCredentials.secret=sentinels",
    /redis\.sentinelCredentials\.secret: is set, but redis\.sentinels is empty/,
  ],
  [
    "a label of the chart",
    "pods.labels.app\\.kubernetes\\.io/component=other",
    /pods\.labels: "app\.kubernetes\.io\/component" is a label of the chart/,
  ],
  ["fewer replicas than the least", "processes.gateway.replicas=9", /processes\.gateway\.autoscaling\.maxReplicas: 6/],
] as const)("%s is refused with its place", async (_, assignments, message) => {
  expect(await refusal({ set: [assignments].flat() })).toMatch(message);
});

test("processor time may be a number, and storage has a place", async () => {
  const resources = "processes.gateway.resources";
  const set = [
    `${resources}.requests.cpu=1`,
    `${resources}.limits.cpu=1.5`,
    `${resources}.limits.ephemeral-storage=1Gi`,
  ];
  expect(await refusal({ set })).toBe("rendered");
});

test("all mistakes of one file are named at once", async () => {
  const said = await refusal({ set: ["mongo.url.secret=", "users.issuer=", "image.registry="] });
  for (const place of ["/mongo/url/secret", "/users/issuer", "/image/registry"]) expect(said).toContain(`'${place}'`);
});

test("an older Kubernetes is refused", async () => {
  expect(await refusal({ kubernetes: "1.29.9" })).toMatch(
    /requires kubeVersion: >=1\.30\.0-0 .*incompatible.*1\.29\.9/,
  );
});

test("a release or namespace whose name does not fit the names made from it is refused", async () => {
  expect(await refusal({ release: "network-access-service-of-the-platform" })).toMatch(
    /name of the release.*at most 27/,
  );
  for (const release of ["a.b", "1nas"])
    expect(await refusal({ release })).toMatch(`name of the release, "${release}", is no name of a Service`);
  expect(await refusal({ namespace: "a-namespace-with-an-extraordinarily-long-name" })).toMatch(
    /prefix: the default.*at most 44/s,
  );
});

test("the chart's own values name what is missing", async () => {
  const said = await refusal({ values: [] });
  for (const place of ["/image/registry", "/users/issuer", "/users/jwksUrl", "/users/audience", "/mongo/url/secret"])
    expect(said).toContain(`'${place}'`);
  for (const place of ["/redis/url/secret", "/opensearch/urls", "/integrationKeys/secret"])
    expect(said).toContain(`'${place}'`);
});
