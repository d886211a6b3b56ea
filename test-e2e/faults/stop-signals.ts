import { expect, test } from "@jest/globals";
import { ESTATE_PROCESSES, REQUEST_PROCESSES } from "@network-access/local-stack/process-plans";
import { eventually } from "@network-access/testkit/until";
import { halfSent } from "../clients/half-sent.ts";
import { DRAIN_SECONDS, STOP_SECONDS, stack } from "./stopped-stack.ts";

const services = [...REQUEST_PROCESSES, ...ESTATE_PROCESSES];

/** Returns the status and the body of the response from this URL, or undefined if the connection is refused. */
async function get(url: string): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch(() => undefined);
  return answer && { status: answer.status, body: await answer.json() };
}

test("work that outlasts STOP_SECONDS is cut, and the process ends all the same and exits 1", async () => {
  const token = await stack.token();
  // The worker is not tested here: its HTTP interface is only for the platform, and its unfinished jobs return to the
  // queue.
  const answering = REQUEST_PROCESSES.filter((name) => name !== "boundary-evaluator-worker");
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

// This test is the last one, because all processes are stopped after it.
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
});
