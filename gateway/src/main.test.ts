import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { gatewayEnvironment, post, writeSupergraph } from "../test/start-test-gateway.ts";
import { startSubgraph } from "../test/two-subgraphs.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const supergraph = writeSupergraph();
let issuer: TestIssuer;
let requests: Awaited<ReturnType<typeof startSubgraph>>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  issuer = await startTestIssuer();
  requests = await startSubgraph("requests", issuer.users);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  supergraph.remove();
  await Promise.all([requests.stop(), issuer.stop()]);
});

/** Starts the gateway as a process. `line` waits until the output of the process matches a pattern. */
function startProcess(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let output = "";
  const more = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      more.dispatchEvent(new Event("more"));
    });
  }
  const exit = once(child, "exit").then(([code]: (number | null)[]) => code);
  async function line(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(output);
      if (found) return found;
      await Promise.race([once(more, "more"), exit.then(() => Promise.reject(new Error(output)))]);
    }
  }
  return { child, exit, line, output: () => output };
}

const environment = (settings: Readonly<Record<string, string>> = {}) => ({
  ...gatewayEnvironment(issuer, { requests: requests.url, groups: "http://127.0.0.1:1/graphql" }, supergraph.file),
  PORT: "0",
  SCHEMA_PATIENCE_MS: "50",
  ...settings,
});

describe("the process", () => {
  test("exits 1 and names every missing variable", async () => {
    const started = startProcess({ SUPERGRAPH_PATH: supergraph.file });
    expect(await started.exit).toBe(1);
    for (const name of [
      "USER_ISSUER",
      "USER_JWKS_URL",
      "USER_AUDIENCE",
      "SUBGRAPH_REQUESTS_URL",
      "SUBGRAPH_GROUPS_URL",
    ]) {
      expect(started.output()).toContain(`${name}: is missing`);
    }
  });

  test("on SIGTERM under load first fails readiness, finishes requests in flight, and exits 0", async () => {
    const started = startProcess(environment({ DRAIN_SECONDS: "8", READ_DEADLINE_MS: "20000" }));
    const port = (await started.line(/"port":(\d+)/))[1];
    const base = `http://127.0.0.1:${port}`;
    await started.line(/"msg":"started"/);
    await until("readiness", async () => (await fetch(`${base}/readyz`)).ok);

    const token = await issuer.userToken();
    const query = { query: "{ slow(ms: 8600) }" };
    const inFlight = Array.from({ length: 20 }, () => post(`${base}/graphql`, query, { token }));
    // After SIGTERM, the process still answers new requests for a while, because load balancers may still send requests
    // to it. The test sends a short request before the signal, and checks that another one after the signal is answered
    // too.
    await post(`${base}/graphql`, { query: "{ __typename }" }, { token });
    started.child.kill("SIGTERM");
    await started.line(/"msg":"stopping"/);
    const ready = await fetch(`${base}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: "draining" }]);
    expect((await post(`${base}/graphql`, { query: "{ __typename }" }, { token })).data).toEqual({
      __typename: "Query",
    });

    const answers = await Promise.all(inFlight);
    expect(answers.map(({ data }) => data)).toEqual(answers.map(() => ({ slow: "done" })));
    expect(await started.exit).toBe(0);
    expect(started.output()).not.toMatch(/"level":"(error|fatal)"/);
  });

  test("logs the operation without variables and tokens", async () => {
    const started = startProcess(environment());
    const port = (await started.line(/"port":(\d+)/))[1];
    const token = await issuer.userToken();
    const query = "query Named($id: String!) { request(id: $id) { id } }";
    const { data } = await post(
      `http://127.0.0.1:${port}/graphql`,
      { query, variables: { id: "v4riable" } },
      { token },
    );
    expect(data).toEqual({ request: { id: "v4riable" } });
    await started.line(/"operation":"Named"/);
    started.child.kill("SIGTERM");
    expect(await started.exit).toBe(0);
    expect(started.output()).not.toContain("v4riable");
    expect(started.output()).not.toContain(token);
    expect(started.output()).not.toMatch(/usage reporting|APOLLO|apollographql/i);
  });
});
