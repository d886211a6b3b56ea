import { createServer as createHttpServer } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { freePort } from "@network-access/testkit/free-port";
import { listen } from "@network-access/testkit/listen";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { startTestGateway } from "../../test/start-test-gateway.ts";
import { startSubgraph } from "../../test/two-subgraphs.ts";

/** These tests start a gateway while subgraphs are of an older release, or do not answer. */

type Subgraph = Awaited<ReturnType<typeof startSubgraph>>;
type Gateway = Awaited<ReturnType<typeof startTestGateway>>;

let issuer: TestIssuer;
let groups: Subgraph;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  issuer = await startTestIssuer();
  groups = await startSubgraph("groups", issuer.users);
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(() => Promise.all([groups.stop(), issuer.stop()]));

async function startRequests(port = 0, change?: (schema: string) => string): Promise<Subgraph> {
  const subgraph = await startSubgraph("requests", issuer.users, port, change);
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await subgraph.stop();
    isRunning = false;
  };
  ends.push(stop);
  return { ...subgraph, stop };
}

/**
 * Starts a server in place of a process whose release does not publish its schema. The server responds to every request
 * with 404. Returns the port.
 */
async function startWithoutSchema(): Promise<number> {
  const { port, stop } = await listen(createHttpServer((_, response) => response.writeHead(404).end()));
  ends.push(stop);
  return port;
}

async function startGateway(requests: string, settings = {}): Promise<Gateway> {
  const gateway = await startTestGateway(issuer, { requests, groups: groups.url }, settings);
  ends.push(gateway.stop);
  return gateway;
}

async function readiness({ url }: Gateway) {
  const answer = await fetch(new URL("/readyz", url));
  const { checks }: { checks: Record<string, string> } = JSON.parse(await answer.text());
  return { status: answer.status, checks };
}
const isReady = (gateway: Gateway) => readiness(gateway).then(({ status }) => status === 200);
const withoutText = (schema: string) => schema.replace("text: String", "");
const logged = ({ lines }: Gateway, text: string) =>
  lines.filter((line) => line.includes(text)).map((line) => JSON.parse(line));

test("a gateway becomes ready once a subgraph of an older release is updated, and its log names the field", async () => {
  const older = await startRequests(0, withoutText);
  const gateway = await startGateway(older.url);
  await until("a finding", () => logged(gateway, "a subgraph lacks").length > 0);
  expect(logged(gateway, "a subgraph lacks")).toMatchObject([
    { subgraph: "requests", missing: ["Request.text"], count: 1 },
  ]);
  expect(await readiness(gateway)).toMatchObject({ status: 503, checks: { subgraphs: "failing" } });

  await older.stop();
  await until("the update has begun", () => logged(gateway, "a subgraph does not answer yet").length > 0);
  await startRequests(older.port);
  await until("readiness", () => isReady(gateway));
  expect((await gateway.post({ query: '{ request(id: "r-g1") { text } }' })).data).toEqual({ request: { text: null } });
});

test("a gateway that was ready stays ready while a subgraph is away, and after it became older", async () => {
  const current = await startRequests();
  const gateway = await startGateway(current.url);
  await until("readiness", () => isReady(gateway));
  await current.stop();
  expect(await isReady(gateway)).toBe(true);
  await startRequests(current.port, withoutText);
  expect(await isReady(gateway)).toBe(true);
});

test("a gateway that starts during an outage waits for a while, and then serves what it can", async () => {
  const gone = await startRequests();
  await gone.stop();
  const gateway = await startGateway(gone.url, { SCHEMA_PATIENCE_MS: "4000" });
  expect(await isReady(gateway)).toBe(false);
  await until("readiness", () => isReady(gateway));
  expect(logged(gateway, "the gateway does not wait for it any longer")).toMatchObject([{ subgraph: "requests" }]);
  expect((await gateway.post({ query: '{ group(id: "g1") { name } }' })).data).toEqual({
    group: { name: "Group one" },
  });
});

test("an older subgraph that then goes away is waited for as long as it takes", async () => {
  const older = await startRequests(0, withoutText);
  const gateway = await startGateway(older.url, { SCHEMA_PATIENCE_MS: "100" });
  await until("a finding", () => logged(gateway, "a subgraph lacks").length > 0);
  await older.stop();
  await until("it is away", () => logged(gateway, "a subgraph does not answer yet").length > 0);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await isReady(gateway)).toBe(false);
});

test.each([
  ["lacks a field", async () => (await startRequests(0, withoutText)).port],
  ["publishes no schema", startWithoutSchema],
])("while a process that %s answers too, a gateway waits until it does not any longer", async (_, startOlder) => {
  // One port forwards each connection to one of the two processes, as a load balancer does.
  const [older, newer] = [await startOlder(), await startRequests()];
  let targets = [older, newer.port, newer.port];
  let turn = 0;
  const balancer = createTcpServer((near) => {
    turn += 1;
    const far = connect(targets[turn % targets.length] ?? 0, "127.0.0.1");
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
    near.pipe(far).pipe(near);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => balancer.listen(port, "127.0.0.1", resolve));
  ends.push(() => new Promise((resolve) => balancer.close(() => resolve())));
  const gateway = await startGateway(`http://127.0.0.1:${port}/graphql`, { SCHEMA_ANSWERS: "4" });
  await until("every process was asked", () => turn >= 9);
  expect(await isReady(gateway)).toBe(false);
  targets = [newer.port];
  await until("readiness", () => isReady(gateway));
});

test("a subgraph that publishes no schema is of an older release", async () => {
  const port = await startWithoutSchema();
  const gateway = await startGateway(`http://127.0.0.1:${port}/graphql`, { SCHEMA_PATIENCE_MS: "100" });
  await until("a finding", () => logged(gateway, "a subgraph lacks").length > 0);
  expect(logged(gateway, "a subgraph lacks")).toMatchObject([{ subgraph: "requests", missing: ["its schema"] }]);
  expect(await isReady(gateway)).toBe(false);
});
