import { beforeAll, expect, test } from "@jest/globals";
import { fetchHelm } from "./programs/fetch-helm.ts";
import { type Installation, renderChart } from "./rendering/render-chart.ts";

let helm: string;
beforeAll(async () => {
  helm = await fetchHelm();
}, 900_000);

/** Returns Helm's error message about values that it refuses. */
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
  ["a limit in thousandths of a byte", "processes.gateway.resources.limits.memory=500m", /resources\/limits\/memory'/],
  ["a limit with an exponent", "processes.gateway.resources.limits.memory=1e9", /resources\/limits\/memory'/],
  ["a limit in parts of a byte", "processes.gateway.resources.limits.memory=1.5", /resources\/limits\/memory'/],
  ["a limit below zero", "processes.gateway.resources.limits.memory=-1Gi", /resources\/limits\/memory'/],
  [
    "a limit whose unit is missing",
    "processes.gateway.resources.limits.memory=768",
    /processes\.gateway\.resources\.requests\.memory: 256Mi is more than the limit, which is 768$/m,
  ],
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
  [
    "requests that are more bytes than the limit, in another unit",
    ["prepare.resources.requests.memory=1.1G", "prepare.resources.limits.memory=1Gi"],
    /prepare\.resources\.requests\.memory: 1\.1G is more than the limit, which is 1Gi/,
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
  [
    "KEDA without access to the metrics of its query",
    [
      "processes.boundary-evaluator-worker.keda.enabled=true",
      "processes.boundary-evaluator-worker.keda.prometheusUrl=http://p:9090",
    ],
    /network\.monitoring\.from: is empty/,
  ],
  ["an address as host name", "routes.host=10.0.0.1", /routes\.host: "10\.0\.0\.1" is an address/],
  ["an address as host name of a route", "routes.hosts.tools=10.0.0.1", /routes\.hosts\.tools: "10\.0\.0\.1" is an/],
  ["a label with a space", "pods.labels.team=a b", /at '\/pods\/labels\/team'/],
  ["an annotation whose name has a space", "deployments.annotations.a b=c", /at '\/deployments\/annotations'.*'a b'/s],
  [
    "the port of Sentinels that no policy allows",
    "redis.sentinels={sentinel-0,sentinel-1:26380}",
    /network\.redis\.ports: lacks 26379, the port of the Sentinel "sentinel-0"/,
  ],
  ["the URL of an unknown database", "mongo.urls.gateway.secret=mongo", /at '\/mongo\/urls'.*'gateway'/s],
  ["fewer replicas than the least", "processes.gateway.replicas=9", /processes\.gateway\.autoscaling\.maxReplicas: 6/],
] as const)("%s is refused with its place", async (_, assignments, message) => {
  expect(await refusal({ set: [assignments].flat() })).toMatch(message);
});

const MONGO = "network.mongo.to[0].ipBlock";

test.each([
  [
    "addresses elsewhere",
    `${MONGO}.except[0]=10.9.0.0/32`,
    `${MONGO}.except[0]: 10.9.0.0/32 is no part of 10.20.0.0/28`,
  ],
  ["the whole block", `${MONGO}.except[0]=10.20.0.0/28`, `${MONGO}.except[0]: 10.20.0.0/28 is no part of`],
  ["a larger block", `${MONGO}.except[0]=10.20.0.0/24`, `${MONGO}.except[0]: 10.20.0.0/24 is no part of`],
  ["addresses of the other family", `${MONGO}.except[0]=a14::/16`, `${MONGO}.except[0]: a14::/16 is no part of`],
  [
    "IPv6 addresses elsewhere",
    ["network.nodes.from[0].ipBlock.cidr=fd00:20::/62", "network.nodes.from[0].ipBlock.except[0]=fd00:20:0:4::/64"],
    "network.nodes.from[0].ipBlock.except[0]: fd00:20:0:4::/64 is no part of fd00:20::/62",
  ],
] as const)("an exception of a block that is %s is refused with its place", async (_, assignments, message) => {
  expect(await refusal({ set: [assignments].flat() })).toContain(message);
});

test("an exception that is a part of its block is accepted, however its addresses are written", async () => {
  const blocks = [
    ["10.0.0.0/8", "10.255.255.255/32"],
    ["fd00:20::/62", "FD00:0020:0:3::/64"],
    ["64:ff9b::/96", "64:ff9b::10.0.0.0/104"],
    ["2001:db8:0:0:0:0:0:0/32", "2001:db8::1/128"],
    ["8000::/1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128"],
  ].flatMap(([cidr, except], index) => {
    const place = `network.monitoring.from[${index}].ipBlock`;
    return [`${place}.cidr=${cidr}`, `${place}.except[0]=${except}`];
  });
  expect(await refusal({ set: blocks })).toBe("rendered");
});

test.each([
  ["network.mongo.to[0].ipBlock.cidr", "fd00:::/64", "is no CIDR"],
  ["network.mongo.to[0].ipBlock.cidr", "fd00::1::2/64", "is no CIDR"],
  ["network.mongo.to[0].ipBlock.cidr", "1:2:3:4:5:6:7:8:9/64", "is no CIDR"],
  ["network.mongo.to[0].ipBlock.cidr", "1:2:3:4::5:6:7:8/64", "is no CIDR"],
  ["network.mongo.to[0].ipBlock.cidr", "12345::/64", "is no CIDR"],
  ["network.receivers.except[0]", "fd00:1/64", "is no CIDR"],
  ["network.monitoring.from[0].ipBlock.cidr", "10.0.0.5/24", "has bits behind its mask; write the first address"],
  ["network.nodes.from[0].ipBlock.cidr", "fd00::5/64", "has bits behind its mask"],
  ["boundaryEvaluator.settings.INTEGRATION_ADDRESSES[0]", "999.1.1.1/32", "is no CIDR"],
  ["boundaryEvaluator.settings.INTEGRATION_ADDRESSES[0]", "10.1.1/24", "is no CIDR"],
  ["boundaryEvaluator.settings.INTEGRATION_ADDRESSES[0]", "10.0.0.0/33", "is no CIDR"],
])("the block %s=%s is refused with its place", async (place, cidr, message) => {
  expect(await refusal({ set: [`${place}=${cidr}`] })).toContain(`${place}: ${cidr} ${message}`);
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

test.each([
  ["1.5Gi", 1_152],
  ["1536M", 1_098],
  ["1.6G", 1_143],
  ["1610612736", 1_152],
  ["2000000Ki", 1_464],
  ["0.0015Ti", 1_179],
  ["2000000k", 1_430],
])("a limit of %s is accepted, and Node's heap follows it", async (limit, heap) => {
  const set = [`processes.gateway.resources.limits.memory=${limit}`];
  const objects = await renderChart(helm, { values: ["default"], set });
  const gateway = objects.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "nas-gateway");
  const container = gateway?.spec.template.spec.containers[0];
  expect(String(container?.resources.limits.memory)).toBe(limit);
  expect(container?.env).toContainEqual({ name: "NODE_OPTIONS", value: `--max-old-space-size=${heap}` });
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
