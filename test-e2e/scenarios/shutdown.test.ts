import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { startTestStack, type TestStack } from "../stack.ts";

let stack: TestStack;

beforeAll(async () => {
  stack = await startTestStack({
    settings: { RESEND_AFTER_MS: "1000", SWEEP_EVERY_MS: "200", SENDINGS_BEFORE_ERROR: "1000" },
  });
});
afterAll(() => stack?.stop());

const services = [
  "gateway",
  "change-request",
  "boundary-evaluator-subgraph",
  "boundary-evaluator-worker",
  "inventory",
] as const;

test.each(services)(
  "%s told to end under load finishes what it has, exits 0, and nothing acknowledged is lost",
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
          // A connection that is refused because the gateway itself has ended acknowledges nothing.
          .catch(() => ({ data: null }));
        if (data?.saveChangeRequest) acknowledged.push(id);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await stack.process(name).kill("SIGTERM")).toBe("code 0");
    await stack.process(name).start();
    running = false;
    await Promise.all(load);
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const id of acknowledged) expect((await client.judged(id, 60_000)).state).toBe("Review");
  },
);
