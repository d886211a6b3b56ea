import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { endless, type RunningGraphql, startGraphql } from "../../test/running-graphql.ts";
import { registry } from "../telemetry/metrics.ts";

let running: RunningGraphql;
beforeEach(async () => {
  registry.getSingleMetric("graphql_operation_duration_seconds")?.reset();
  running = await startGraphql({ deadlineMs: ({ rootFields }) => (rootFields.includes("endless") ? 200 : 60_000) });
});
afterEach(() => running.stop());

/** Returns the counted operations, such as "whoami query ok: 1". */
async function counted(): Promise<string[]> {
  const lines = (await registry.metrics()).matchAll(
    /^graphql_operation_duration_seconds_count\{operation="(\w+)",type="(\w+)",outcome="(\w+)"\} ([1-9]\d*)$/gm,
  );
  return Array.from(lines, ([, operation, type, outcome, count]) => `${operation} ${type} ${outcome}: ${count}`).sort();
}

test("an operation is counted under its top-level field, whatever its caller names it", async () => {
  await running.ask({ query: "query A { whoami }" });
  await running.ask({ query: "query B { me: whoami, whoami }" });
  await running.ask({ query: "query C { whoami, node { name } }" });
  await running.ask({ query: 'mutation { save(input: {name: "n", leaves: []}) }' });
  expect(await counted()).toEqual(["save mutation ok: 1", "several query ok: 1", "whoami query ok: 2"]);
});

test("what the caller caused is refused, and what we caused has failed", async () => {
  await running.ask({ query: "{ refused }" });
  await running.ask({ query: "{ away }" });
  await running.ask({ query: "{ broken }" });
  await running.ask({ query: "{ endless }" });
  expect(await counted()).toEqual([
    "away query failed: 1",
    "broken query failed: 1",
    "endless query failed: 1",
    "refused query refused: 1",
  ]);
});

test("documents that can't run are refused, without a label that their text decides", async () => {
  await running.ask({ query: "{ nothing }" });
  await running.ask({ query: "{" });
  await running.ask({ query: "{ item }" });
  await running.ask({ nothing: true });
  expect(await counted()).toEqual(["none none refused: 4"]);
});

test("an operation whose caller disconnects has neither succeeded nor failed", async () => {
  await running.stop();
  running = await startGraphql();
  endless.length = 0;
  const leaving = new AbortController();
  const answer = fetch(running.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ endless }" }),
    signal: leaving.signal,
  });
  await until("the operation runs", () => endless.length === 1);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await until("the operation is counted", async () => (await counted()).length === 1);
  expect((await counted())[0]).toMatch(/left: 1$/);
});
