import { afterEach, describe, expect, test } from "@jest/globals";
import { describeBoundaries } from "../../test/boundaries.contract.ts";
import { aText } from "../../test/builders.ts";
import { type SimulatedAnswer, type SimulatedRequest, simulateGraph } from "../../test/graph-simulator.ts";
import { inMemoryBoundaries } from "../../test/in-memory-boundaries.ts";
import { createGraphBoundaries, type GraphBoundariesOptions } from "./graph-boundaries.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(
  instead?: (request: SimulatedRequest, count: number) => SimulatedAnswer | undefined,
  options: Partial<GraphBoundariesOptions> = {},
  texts = [aText("a")],
) {
  const graph = await simulateGraph(inMemoryBoundaries(texts), instead);
  stops.push(graph.stop);
  const pauses: number[] = [];
  let clock = 0;
  const boundaries = createGraphBoundaries({
    url: graph.url,
    token: "secret-token",
    signal: new AbortController().signal,
    now: () => clock,
    onWait: () => undefined,
    pause: async (ms) => {
      pauses.push(ms);
      clock += ms;
    },
    ...options,
  });
  return { boundaries, pauses, requests: graph.requests, url: graph.url };
}

describeBoundaries("a fake in memory", async (texts) => inMemoryBoundaries(texts));
describeBoundaries(
  "the client over the graph's schema",
  async (texts) => (await start(undefined, {}, [...texts])).boundaries,
);

const failed = (code: string, more: object = {}) => ({
  status: 200,
  body: { errors: [{ message: "no", extensions: { code, requestId: "r-7", ...more } }] },
});

test("a preview comes page by page, and has a longer deadline than other reads", async () => {
  const flips = Array.from({ length: 4 }, (_, n) => ({
    changeRequestId: `cr-${n}`,
    revision: 2,
    from: "Pass",
    to: "Fail",
    ruleId: n === 0 ? null : "rule-1",
    reason: "because",
  }));
  const graph = await simulateGraph(
    inMemoryBoundaries([], { flips: () => ({ flips, unchangedCount: 9 }) }),
    (_, count) => (count < 9 ? failed("UPSTREAM_TIMEOUT") : undefined),
  );
  stops.push(graph.stop);
  let clock = 0;
  const waits: string[] = [];
  const boundaries = createGraphBoundaries({
    url: graph.url,
    token: "t",
    signal: new AbortController().signal,
    now: () => clock,
    pause: async (ms) => {
      clock += ms;
    },
    onWait: (reason) => waits.push(reason),
  });
  const first = await boundaries.preview(aText("a"), false, null);
  expect(first).toEqual({
    ok: true,
    answer: { flips: flips.slice(0, 3), flippedCount: 4, unchangedCount: 9, nextPageKey: "3" },
  });
  expect(await boundaries.preview(aText("a"), false, "3")).toMatchObject({
    answer: { flips: [flips[3]], nextPageKey: null },
  });
  expect(waits).toHaveLength(8);
});

describe("reading", () => {
  test("sends its token, and retries passing errors with growing waits", async () => {
    const passing: (SimulatedAnswer | undefined)[] = [
      "break",
      { status: 503, body: "<html>" },
      failed("UPSTREAM_TIMEOUT"),
      failed("RATE_LIMITED"),
    ];
    const { boundaries, pauses, requests } = await start((_, count) => passing[count - 1]);
    expect(await boundaries.find("a")).toMatchObject({ ok: true });
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000]);
    expect(requests[0]?.authorization).toBe("Bearer secret-token");
  });
  test("gives up in the end, with the reason and without the token", async () => {
    const { boundaries, requests } = await start(() => ({ status: 502 }));
    const listed = await boundaries.list(null);
    expect(listed).toEqual({
      ok: false,
      failure: { kind: "unclear", message: expect.stringMatching(/ answers 502$/) },
    });
    expect(requests.length).toBeGreaterThan(3);
    expect(JSON.stringify(listed)).not.toContain("secret-token");
  });
  test("ends at once when interrupted", async () => {
    const interruption = new AbortController();
    const { boundaries } = await start(
      () => {
        setTimeout(() => interruption.abort(), 20);
        return "silence";
      },
      { signal: interruption.signal },
    );
    expect(await boundaries.list(null)).toEqual({ ok: false, failure: { kind: "interrupted" } });
  });
  test("names an address without a listener", async () => {
    const { boundaries, url } = await start(undefined, { retryForMs: 0 });
    await stops.pop()?.();
    expect(await boundaries.list(null)).toMatchObject({
      failure: { kind: "unclear", message: `${url} can't be reached: nothing listens there` },
    });
  });
});

describe("writing", () => {
  test.each<[string, SimulatedAnswer]>([
    ["a broken connection", "break"],
    ["an answer of the way", { status: 502 }],
    ["an error behind the graph", failed("INTERNAL_SERVER_ERROR")],
  ])("is not repeated after %s, and is reported as unclear", async (_, answer) => {
    const { boundaries, requests } = await start(() => answer);
    expect(await boundaries.save(aText("a"), 0)).toMatchObject({ failure: { kind: "unclear" } });
    expect(await boundaries.remove("a")).toMatchObject({ failure: { kind: "unclear" } });
    expect(requests).toHaveLength(2);
  });
  test("is completed although it was interrupted", async () => {
    const interruption = new AbortController();
    interruption.abort();
    const { boundaries } = await start(undefined, { signal: interruption.signal });
    expect(await boundaries.save(aText("b"), 0)).toMatchObject({ ok: true });
  });
});

test.each([
  [failed("FORBIDDEN"), { code: "FORBIDDEN", message: "no (request r-7)", fields: [] }],
  [
    failed("BAD_USER_INPUT", { fields: [{ path: "id", message: "is bad" }] }),
    { code: "BAD_USER_INPUT", message: "no (request r-7)", fields: [{ path: "id", message: "is bad" }] },
  ],
  [
    { ...failed("UNAUTHENTICATED"), status: 401 },
    { code: "UNAUTHENTICATED", message: "no (request r-7)", fields: [] },
  ],
  [
    { status: 302, headers: { location: "https://login.example.com" } },
    { code: "302", message: expect.stringContaining("redirects"), fields: [] },
  ],
  [
    { status: 413, body: "<html>" },
    { code: "413", message: expect.stringContaining("4 MiB"), fields: [] },
  ],
  [
    { status: 404, body: "<html>" },
    { code: "404", message: expect.stringContaining("is not the graph of this service (404)"), fields: [] },
  ],
  [
    { status: 200, body: { data: { boundaries: 7 } } },
    { code: "200", message: expect.stringContaining("is not the graph"), fields: [] },
  ],
])("a refusal ends it at once, with its reason: %j", async (answer, failure) => {
  const { boundaries, requests } = await start(() => answer);
  expect(await boundaries.list(null)).toEqual({ ok: false, failure: { kind: "refused", ...failure } });
  expect(requests).toHaveLength(1);
});
