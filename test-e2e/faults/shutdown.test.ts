import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { halfSent } from "../clients/half-sent.ts";
import { startTestStack, type TestStack } from "../stack.ts";

let stack: TestStack;

// Even a busy machine answers a request within DRAIN_SECONDS. Within STOP_SECONDS it finishes the work in progress,
// before the process cuts off this work.
const DRAIN_SECONDS = 5;
const STOP_SECONDS = 15;

beforeAll(async () => {
  stack = await startTestStack({
    settings: {
      RESEND_AFTER_MS: "1000",
      SWEEP_EVERY_MS: "200",
      SENDINGS_BEFORE_ERROR: "1000",
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      STOP_SECONDS: String(STOP_SECONDS),
    },
  });
});
afterAll(() => stack?.stop());

/** The processes that take part in saving and judging a change request. */
const judging = [
  "gateway",
  "change-request",
  "boundary-evaluator-subgraph",
  "boundary-evaluator-worker",
  "inventory",
] as const;
const services = [...judging, "security-manager", "mcp-tools"] as const;

test.each(judging)(
  "%s stopped under load finishes its work, exits 0, and nothing acknowledged is lost",
  async (name) => {
    const graph = stack.graph();
    const client = changeRequests(graph);
    const acknowledged: string[] = [];
    let running = true;
    const load = Array.from({ length: 4 }, async (_, lane) => {
      for (let n = 0; running; n += 1) {
        const id = `${name}-${lane}-${n}`;
        const { data } = await graph
          .ask<{ saveChangeRequest: { id: string } | null }>(
            `mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }`,
            { input: { id, name: id, projectId: "load", rules: [tcpRule("10.0.0.0/24", "10.1.0.0/24", 443)] } },
          )
          // If the stopped gateway refuses a call, nothing is acknowledged.
          .catch(() => ({ data: null }));
        if (data?.saveChangeRequest) acknowledged.push(id);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    await eventually(
      async () => acknowledged.length,
      (count) => count >= 8,
    );
    expect(await stack.process(name).kill("SIGTERM")).toBe("code 0");
    await stack.process(name).start();
    running = false;
    await Promise.all(load);
    for (const id of acknowledged) expect((await client.judged(id)).state).toBe("Review");
  },
);

/** Returns the status and the body at this address, or undefined if the connection is refused. */
async function get(url: string): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch(() => undefined);
  return answer && { status: answer.status, body: await answer.json() };
}

test("each process is not ready after SIGINT while it still answers, then refuses connections, and exits 0", async () => {
  await Promise.all(
    services.map(async (name) => {
      const { url } = stack.process(name);
      expect({ name, ...(await get(`${url}/readyz`)) }).toMatchObject({ name, status: 200, body: { status: "ready" } });
      const ended = stack.process(name).kill("SIGINT");
      const draining = await eventually(
        () => get(`${url}/readyz`),
        (answer) => answer?.status !== 200,
        undefined,
        10,
      );
      expect({ name, ...draining }).toEqual({ name, status: 503, body: { status: "draining" } });
      expect({ name, ...(await get(`${url}/healthz`)) }).toMatchObject({ name, status: 200 });
      await eventually(
        () => get(`${url}/healthz`),
        (answer) => answer === undefined,
      );
      expect({ name, ended: await ended }).toEqual({ name, ended: "code 0" });
    }),
  );
  // All at once could keep the engines busy for too long.
  for (const name of services) await stack.process(name).start();
});

test("work that outlasts STOP_SECONDS is cut, and the process ends all the same and exits 1", async () => {
  const token = await stack.token();
  // The worker is left out, because only the platform calls it over HTTP. Its jobs return to the queue.
  const answering = judging.filter((name) => name !== "boundary-evaluator-worker");
  const requests = await Promise.all(answering.map((name) => halfSent(`${stack.process(name).url}/graphql`, token)));
  const began = performance.now();
  const endings = await Promise.all(answering.map((name) => stack.process(name).kill("SIGTERM")));
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(answering.map((name) => stack.process(name).start()));
  expect(Object.fromEntries(answering.map((name, n) => [name, endings[n]]))).toEqual(
    Object.fromEntries(answering.map((name) => [name, "code 1"])),
  );
  expect(await Promise.all(requests.map((request) => request.answer))).toEqual(answering.map(() => "cut"));
  expect(seconds).toBeGreaterThan(DRAIN_SECONDS + STOP_SECONDS - 1);
  expect(seconds).toBeLessThan(DRAIN_SECONDS + STOP_SECONDS + 20);
});
