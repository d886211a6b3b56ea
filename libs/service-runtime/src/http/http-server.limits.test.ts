import { afterEach, describe, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { raw, type Served, serve } from "../../test/serve.ts";
import { json } from "./http-reply.ts";
import type { Route } from "./http-request.ts";

let served: Served | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

async function start(...options: Parameters<typeof serve>): Promise<Served> {
  served = await serve(...options);
  return served;
}

describe("limits", () => {
  test("headers over 64 KiB get an error in JSON", async () => {
    const { port } = await start();
    const answer = await raw(port, `GET / HTTP/1.1\r\nhost: x\r\nx-big: ${"a".repeat(70_000)}\r\n\r\n`);
    expect(answer).toContain("431");
    expect(JSON.parse(answer.slice(answer.indexOf("{")))).toMatchObject({ status: 431 });
  });

  test("a request that is not HTTP gets an error in JSON", async () => {
    const { port } = await start();
    expect(await raw(port, "hello\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [\s\S]*"status":400/);
  });

  test("requests over the concurrency limit get 503 with retry-after, but health is always answered", async () => {
    const hold = Promise.withResolvers<void>();
    const slow: Route = { method: "GET", path: "/slow", handle: () => hold.promise.then(() => json(200, {})) };
    let began = 0;
    const counted: Route = {
      ...slow,
      handle: (request) => {
        began += 1;
        return slow.handle(request);
      },
    };
    const { url } = await start({ routes: [counted], maxConcurrent: 2 });
    const both = [fetch(`${url}/slow`), fetch(`${url}/slow`)];
    await until("two are answered", () => began === 2);
    const third = await fetch(`${url}/slow`);
    expect([third.status, third.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    hold.resolve();
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test("a request over its deadline is answered, and its work is aborted", async () => {
    let reason: unknown;
    const endless: Route = {
      method: "GET",
      path: "/endless",
      timeoutMs: 50,
      handle: ({ signal }) =>
        new Promise(() =>
          signal.addEventListener("abort", () => {
            reason = signal.reason;
          }),
        ),
    };
    const { url } = await start({ routes: [endless] });
    const answer = await fetch(`${url}/endless`);
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ code: "UPSTREAM_TIMEOUT" });
    expect(String(reason)).toContain("longer than 50 ms");
  });

  test("work is aborted when the caller disconnects", async () => {
    let began = false;
    let left = false;
    const endless: Route = {
      method: "GET",
      path: "/endless",
      handle({ signal }) {
        began = true;
        return new Promise(() =>
          signal.addEventListener("abort", () => {
            left = true;
          }),
        );
      },
    };
    const { url, lines } = await start({ routes: [endless] });
    const leaving = new AbortController();
    const answer = fetch(`${url}/endless`, { signal: leaving.signal }).catch(() => "left");
    await until("the work began", () => began);
    leaving.abort();
    expect(await answer).toBe("left");
    await until("the work is aborted", () => left);
    await until("the line", () => lines.some((line) => line.status === 499));
  });
});
