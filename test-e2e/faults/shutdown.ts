import { expect, test } from "@jest/globals";
import { REQUEST_PROCESSES } from "@network-access/local-stack/process-plans";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { stack } from "./stopped-stack.ts";

test.each(REQUEST_PROCESSES)(
  "%s stopped under load finishes its work, exits 0, and nothing acknowledged is lost",
  async (name) => {
    const graph = stack.graph();
    const client = changeRequests(graph);
    const acknowledged: string[] = [];
    let running = true;
    let pauseMs = 20;
    const load = Array.from({ length: 4 }, async (_, lane) => {
      for (let n = 0; running; n += 1) {
        const id = `${name}-${lane}-${n}`;
        const { data } = await graph
          .ask<{ saveChangeRequest: { id: string } | null }>(
            `mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }`,
            { input: { id, name: id, projectId: "load", rules: [tcpRule("10.0.0.0/24", "10.1.0.0/24", 443)] } },
          )
          // A gateway that is stopping may refuse the call. Nothing is then acknowledged.
          .catch(() => ({ data: null }));
        if (data?.saveChangeRequest) acknowledged.push(id);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
    await eventually(
      async () => acknowledged.length,
      (count) => count >= 8,
    );
    const ended = stack.process(name).kill("SIGTERM");
    // The process receives the signal under full load. After that, the test saves less often, because it later reads
    // every saved request.
    pauseMs = 400;
    expect(await ended).toBe("code 0");
    await stack.process(name).start();
    running = false;
    await Promise.all(load);
    for (const id of acknowledged) expect((await client.judged(id)).state).toBe("Review");
  },
);
