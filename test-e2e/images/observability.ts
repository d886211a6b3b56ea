import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { addExposedMetrics, type ExposedMetrics } from "@network-access/observability/exposed-metrics";
import { findUnknown } from "@network-access/observability/find-unknown";
import { listQueries, listRunbookQueries } from "@network-access/observability/list-queries";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { inventory } from "../clients/inventory.ts";
import type { ReceivedSpan } from "../clients/trace-receiver.ts";
import { boundary, SERVERS, stack, traces } from "./image-stack.ts";

let client: ReturnType<typeof changeRequests>;

beforeAll(() => {
  client = changeRequests(stack.graph());
});

test("one trace leads from the saved request through both jobs and the evaluation to the applied verdict", async () => {
  const traceId = randomBytes(16).toString("hex");
  const clientSpan = randomBytes(8).toString("hex");
  const response = await fetch(`${stack.graphUrl}/graphql`, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", authorization: await stack.token() },
      traceparent: `00-${traceId}-${clientSpan}-01`,
    },
    body: JSON.stringify({
      query: "mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }",
      variables: {
        input: { id: "traced", name: "Traced", projectId: "p", rules: [tcpRule("10.1.2.0/24", "10.9.1.0/24", 443)] },
      },
    }),
  });
  expect(await response.json()).toEqual({ data: { saveChangeRequest: { id: "traced" } } });
  expect((await client.judged("traced")).state).toBe("Pass");

  const applied: readonly [process: string, span: string][] = [
    ["gateway", "POST /graphql"],
    ["gateway", "subgraph change-request"],
    ["change-request", "POST /graphql"],
    ["change-request", "send evaluate-change-request"],
    ["boundary-evaluator-worker", "handle evaluate-change-request"],
    ["boundary-evaluator-worker", "send change-request-evaluated"],
    ["change-request", "handle change-request-evaluated"],
    ["change-request", "GET boundary-evaluator"],
    ["boundary-evaluator-subgraph", "GET /internal/evaluations/:uuid/:revision/:attempt"],
  ];
  // Each span must be a descendant of the span before it, and both phases must be descendants of the evaluation. Polls
  // for the spans, because processes send them at any time and in any order.
  const evaluation = ["boundary-evaluator-worker", "handle evaluate-change-request"] as const;
  const phases = ["collect inputs", "judge"].map((phase) => ["boundary-evaluator-worker", phase] as const);
  await eventually(
    async () => {
      const spans = traces.spansOf(traceId);
      const isCausedBy = (step: readonly [string, string], cause: string | undefined) =>
        cause !== undefined && ancestorsOf(find(spans, ...step), spans).includes(cause);
      const spanIdOf = (step: readonly [string, string]) => find(spans, ...step)?.spanId;
      return [
        ...applied.filter((step, index) => {
          const before = applied[index - 1];
          return !isCausedBy(step, before ? spanIdOf(before) : clientSpan);
        }),
        ...phases.filter((phase) => !isCausedBy(phase, spanIdOf(evaluation))),
      ];
    },
    (missing) => missing.length === 0,
  );
  // The log lines contain the id of the trace.
  for (const [process, message] of [
    ["gateway", "request"],
    ["boundary-evaluator-worker", "job done"],
  ] as const) {
    const line = await eventually(
      async () => {
        const lines = readFileSync(stack.process(process).log, "utf8").split("\n");
        return lines.find((text) => text.includes(traceId) && text.includes(`"msg":"${message}"`));
      },
      (found) => found !== undefined,
    );
    expect(line && JSON.parse(line)).toMatchObject({ traceId });
  }
});

/** Sends requests whose properties become labels of metrics. */
async function useStack(): Promise<void> {
  await client.draft({ id: "d", name: "Draft", projectId: "p", rules: [tcpRule("10.1.2.0/24", "10.9.1.0/24", 443)] });
  await client.previewBoundary(boundary, true);
  const { upload } = await inventory(stack, stack.graph()).connector("traced-source");
  await upload("first", [
    { accountId: randomUUID(), region: "eu-central-1", type: "vm", id: "i-1", ips: ["10.1.0.9"] },
  ]);
}

/** Returns what all processes expose. */
async function readMetrics(): Promise<ExposedMetrics> {
  const exposed: ExposedMetrics = new Map();
  for (const name of SERVERS) {
    const { url } = stack.process(name);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    // Reads the metrics twice, because the first response does not yet count its own request.
    await (await fetch(`${url}/metrics`)).text();
    addExposedMetrics(exposed, await (await fetch(`${url}/metrics`)).text());
  }
  return exposed;
}

test("processes expose every metric, label and label value that dashboards, alerts and runbooks use", async () => {
  await useStack();
  const queries = [...listQueries(), ...listRunbookQueries()];
  // Polls, because some metrics appear only after a background task has run for the first time.
  const { exposed } = await eventually(
    async () => {
      const exposed = await readMetrics();
      return { exposed, unknown: findUnknown(queries, exposed) };
    },
    ({ unknown }) => unknown.length === 0,
    undefined,
    500,
  );
  expect(exposed.get("http_request_duration_seconds_count")?.get("route")).toContain("/inventory/items");

  // No label may contain an id, a user, or a name that a caller chose.
  const values = Array.from(exposed.values(), (labels) => Array.from(labels.values(), (found) => [...found])).flat(2);
  expect(values.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}|@|traced|office-to-web|10\.1\./.test(value))).toEqual([]);
});

function find(spans: readonly ReceivedSpan[], process: string, name: string): ReceivedSpan | undefined {
  return spans.find((span) => span.process === process && span.name === name);
}

function ancestorsOf(span: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span?.parentSpanId);
  return span ? [span.parentSpanId, ...(parent ? ancestorsOf(parent, spans) : [])] : [];
}
