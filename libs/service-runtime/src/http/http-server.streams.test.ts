import { afterEach, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { type Served, serve } from "../../test/serve.ts";
import type { Route } from "./http-request.ts";

class EngineAway extends Error {}
const presentError = (error: unknown) =>
  error instanceof EngineAway
    ? ({ code: "UPSTREAM_UNAVAILABLE", status: 503, message: "the engine is away; try again" } as const)
    : undefined;

let served: Served | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

async function startStream(parts: Route["handle"] | AsyncIterable<string>): Promise<Served> {
  const handle: Route["handle"] = typeof parts === "function" ? parts : () => ({ status: 200, stream: parts });
  served = await serve({ presentError, routes: [{ method: "GET", path: "/stream", handle }] });
  return served;
}

async function* failingMidway(error: Error): AsyncGenerator<string> {
  yield "[1,";
  yield "2,";
  throw error;
}

const worse = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(({ level }) => level === "warn" || level === "error");
const requestLine = (lines: readonly Record<string, unknown>[]) => lines.find(({ msg }) => msg === "request");

test("a stream that fails as expected midway is cut off, and logged once as a warning with its cause", async () => {
  const cause = new Error("connection refused");
  const { url, lines } = await startStream(failingMidway(new EngineAway("no engine", { cause })));
  const response = await fetch(`${url}/stream`, { headers: { "x-request-id": "midway" } });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  const line = await until("its line", () => requestLine(lines));
  expect(line).toMatchObject({ status: 200, ended: "failed" });
  expect(worse(lines)).toMatchObject([
    {
      ...{ level: "warn", msg: "an expected error cut off a stream", requestId: "midway" },
      err: { message: expect.stringContaining("connection refused") },
    },
  ]);
});

test("a stream that fails unexpectedly is cut off and logged as an error", async () => {
  const { url, lines } = await startStream(failingMidway(new Error("a mistake")));
  await expect(fetch(`${url}/stream`).then((response) => response.text())).rejects.toThrow();
  expect(await until("its line", () => requestLine(lines))).toMatchObject({ ended: "failed" });
  expect(worse(lines)).toMatchObject([{ level: "error", err: { message: "a mistake" } }]);
});

test("a caller that leaves ends the stream at once, and what fails by that is not logged", async () => {
  const begun = Promise.withResolvers<void>();
  let isOver = false;
  const { url, lines } = await startStream(({ over }) => ({
    status: 200,
    stream: (async function* () {
      yield "[";
      begun.resolve();
      const left = Promise.withResolvers<void>();
      over.addEventListener("abort", () => left.resolve());
      await left.promise;
      isOver = true;
      throw new EngineAway("its call was closed");
    })(),
  }));
  const leaving = new AbortController();
  const response = await fetch(`${url}/stream`, { signal: leaving.signal });
  await begun.promise;
  leaving.abort();
  await expect(response.text()).rejects.toThrow();
  expect(await until("its line", () => requestLine(lines))).toMatchObject({ ended: "left" });
  await until("the end of its parts", () => isOver);
  expect(worse(lines)).toEqual([]);
});

test("an answer 503 says when to try again", async () => {
  const { url } = await startStream(() => {
    throw new EngineAway();
  });
  const response = await fetch(`${url}/stream`);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
});
