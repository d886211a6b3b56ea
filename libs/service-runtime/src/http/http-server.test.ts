import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { echo, post, type Served, serve } from "../../test/serve.ts";
import { json } from "./http-reply.ts";
import type { Route } from "./http-request.ts";
import { createHttpServer } from "./http-server.ts";

let served: Served | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

async function start(...options: Parameters<typeof serve>): Promise<Served> {
  served = await serve(...options);
  return served;
}

describe("routes", () => {
  test("named parts of a path are decoded and the query is read", async () => {
    const route: Route = {
      method: "GET",
      path: "/items/:account/:id",
      handle: ({ params, query }) => json(200, { params, size: query.get("size") }),
    };
    const { url } = await start({ routes: [route] });
    const answer = await fetch(`${url}/items/a%2Fb/%C3%BC?size=3`);
    expect(await answer.json()).toEqual({ params: { account: "a/b", id: "ü" }, size: "3" });
    expect((await fetch(`${url}/items/a/`)).status).toBe(404);
    expect((await fetch(`${url}/items/a/%E0%A4`)).status).toBe(404);
  });

  test("an unknown path and a wrong method get an error in JSON", async () => {
    const { url } = await start({ routes: [echo] });
    const unknown = await fetch(`${url}/nowhere`);
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get("content-type")).toBe("application/problem+json");
    expect(await unknown.json()).toMatchObject({ status: 404, code: "NOT_FOUND", title: "Not Found" });
    const wrong = await fetch(`${url}/echo`);
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("POST");
  });

  test("a mounted handler answers everything below its path, and only there", async () => {
    const { url, lines } = await start({
      mounts: [{ prefix: "/app", handle: (request, response) => response.end(`app ${request.url}`) }],
      routes: [echo],
    });
    expect(await (await fetch(`${url}/app/deep/er?x=1`)).text()).toBe("app /app/deep/er?x=1");
    expect((await fetch(`${url}/apple`)).status).toBe(404);
    await until("both lines", () => lines.filter((line) => line.msg === "request").length === 2);
  });

  test("for a mounted handler that throws or never answers the server answers", async () => {
    const broken = () => {
      throw new Error("secret");
    };
    const { url } = await start({
      timeoutMs: 50,
      mounts: [
        { prefix: "/broken", handle: broken },
        { prefix: "/never", handle: () => undefined },
      ],
    });
    const answers = await Promise.all(["/broken", "/never"].map((path) => fetch(url + path)));
    expect(answers.map(({ status }) => status)).toEqual([500, 504]);
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({ requestId: answer.headers.get("x-request-id") });
  });

  test("a mounted handler that has begun to answer may go on for longer than the time limit", async () => {
    const { url } = await start({
      timeoutMs: 30,
      mounts: [
        {
          prefix: "/events",
          handle(_, response) {
            response.write("one ");
            setTimeout(() => response.end("two"), 120);
          },
        },
      ],
    });
    expect(await (await fetch(`${url}/events`)).text()).toBe("one two");
  });

  test("an answer that can't be written ends its connection, not the process", async () => {
    const wrong: Route = {
      method: "GET",
      path: "/wrong",
      handle: () => ({ status: 200, headers: { "x-name": "a\nb" } }),
    };
    const { url, lines } = await start({ routes: [wrong] });
    expect((await fetch(`${url}/wrong`).catch(() => ({ status: 500 }))).status).toBe(500);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(JSON.stringify(lines)).toContain("ERR_INVALID_CHAR");
  });

  test("HEAD is answered as GET without a body", async () => {
    const { url } = await start();
    const answer = await fetch(`${url}/healthz`, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
  });

  test("an unexpected error is answered without detail and logged with its cause", async () => {
    const broken: Route = {
      method: "GET",
      path: "/broken",
      handle() {
        throw new Error("the password is 1234", { cause: new Error("deep") });
      },
    };
    const { url, lines } = await start({ routes: [broken] });
    const answer = await fetch(`${url}/broken`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("1234");
    const line = lines.find((entry) => entry.msg === "a request failed");
    expect(JSON.stringify(line)).toContain("deep");
    expect(line?.requestId).toBe(answer.headers.get("x-request-id"));
  });
});

describe("request ids and lines", () => {
  test("a valid request id of the caller is kept, any other is replaced", async () => {
    const { url } = await start();
    const idOf = async (id: string) =>
      (await fetch(`${url}/healthz`, { headers: { "x-request-id": id } })).headers.get("x-request-id");
    expect(await idOf("trace-1.a:b_c")).toBe("trace-1.a:b_c");
    expect(await idOf("a b")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf("x".repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("each request logs one line, without its query", async () => {
    const { url, lines } = await start({ routes: [echo] });
    await (
      await fetch(`${url}/echo?token=secret`, post("{}", { "x-request-id": "r1", authorization: "Bearer x" }))
    ).text();
    await until("the line", () => lines.some((line) => line.msg === "request"));
    const found = lines.filter((line) => line.msg === "request");
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ requestId: "r1", method: "POST", path: "/echo", status: 200 });
    expect(JSON.stringify(lines)).not.toMatch(/secret|Bearer/);
  });

  test("metrics count requests by route, never by path", async () => {
    const { url } = await start({ routes: [{ method: "GET", path: "/of/:id", handle: () => json(200, {}) }] });
    await fetch(`${url}/of/first-one`);
    await until("the metric", async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      expect(text).not.toContain("first-one");
      return /http_request_duration_seconds_count\{method="GET",route="\/of\/:id",status="200"\} 1/.test(text);
    });
  });

  test("metrics count requests to a mount by the route that its handler names, and otherwise by its prefix", async () => {
    const handle = (_: unknown, response: ServerResponse) => response.end();
    const routeOf = ({ url }: IncomingMessage) => (url?.startsWith("/shop/of/") ? "/shop/of/:id" : undefined);
    const { url } = await start({ mounts: [{ prefix: "/shop", handle, routeOf }] });
    for (const path of ["/shop/of/second-one", "/shop/nothing"]) await fetch(url + path);
    await until("both metrics", async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      expect(text).not.toContain("second-one");
      return ["/shop/of/:id", "/shop"].every((route) =>
        text.includes(`http_request_duration_seconds_count{method="GET",route="${route}",status="200"} 1`),
      );
    });
  });

  test("a route of every method gets preflights and other methods too", async () => {
    const any: Route = { method: "*", path: "/any", handle: ({ method }) => json(200, { method }) };
    const served = await serve({ routes: [any], corsOrigins: ["https://desk.example"] });
    for (const method of ["GET", "OPTIONS", "DELETE"]) {
      const answer = await fetch(`${served.url}/any`, { method, headers: { origin: "https://desk.example" } });
      expect([answer.status, await answer.json()]).toEqual([200, { method }]);
    }
    await served.stop();
  });

  test("a page of a listed origin may send a token and its last event id", async () => {
    const { url } = await start({ routes: [echo], corsOrigins: ["https://desk.example"] });
    const answer = await fetch(`${url}/echo`, { method: "OPTIONS", headers: { origin: "https://desk.example" } });
    const allowed = answer.headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["authorization", "last-event-id"]));
  });

  test("a page of a listed origin may call, another not", async () => {
    const { url } = await start({ routes: [echo], corsOrigins: ["https://desk.example"] });
    const ask = async (origin: string) => {
      const answer = await fetch(`${url}/echo`, { method: "OPTIONS", headers: { origin } });
      return answer.headers.get("access-control-allow-origin");
    };
    expect(await ask("https://desk.example")).toBe("https://desk.example");
    expect(await ask("https://desk.example.evil")).toBeNull();
  });
});

describe("readiness", () => {
  test("a failing or hanging check is named, without detail", async () => {
    const { url } = await start({
      checks: [
        { name: "good", check: async () => undefined },
        { name: "bad", check: async () => Promise.reject(new Error("mongodb://user:pass@host")) },
        { name: "hanging", check: () => new Promise(() => undefined), deadlineMs: 30 },
      ],
    });
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: "not-ready",
      checks: { good: "ok", bad: "failing", hanging: "failing" },
    });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(
      metrics
        .split("\n")
        .filter((line) => line.startsWith("readiness_check_passing{"))
        .sort(),
    ).toEqual([
      'readiness_check_passing{check="accepting requests"} 1',
      'readiness_check_passing{check="bad"} 0',
      'readiness_check_passing{check="good"} 1',
      'readiness_check_passing{check="hanging"} 0',
    ]);
  });

  test("on stop readiness fails first, requests in flight finish, then connections are refused", async () => {
    const hold = Promise.withResolvers<void>();
    let began = false;
    const slow: Route = {
      method: "GET",
      path: "/slow",
      async handle() {
        began = true;
        await hold.promise;
        return json(200, { done: true });
      },
    };
    const { url, server } = await start({ routes: [slow], drainGraceMs: 3_000 });
    const inFlight = fetch(`${url}/slow`);
    await until("it began", () => began);
    const stopped = server.stop();
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: "draining" }]);
    expect(ready.headers.get("connection")).toBe("close");
    await until("connections are refused", () =>
      fetch(`${url}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    hold.resolve();
    expect(await (await inFlight).json()).toEqual({ done: true });
    await stopped;
  });

  test("a port in use fails the start", async () => {
    const { port, lines } = await start();
    expect(lines.length).toBeGreaterThan(0);
    const { logger } = (await import("../../test/log-lines.ts")).keepLogLines();
    const second = createHttpServer({ logger, host: "127.0.0.1", port });
    await expect(Promise.resolve(second.start())).rejects.toThrow("EADDRINUSE");
  });
});
