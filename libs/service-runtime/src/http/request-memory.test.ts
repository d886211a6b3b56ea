import { afterEach, describe, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { keepLogLines } from "../../test/log-lines.ts";
import { type Served, serve } from "../../test/serve.ts";
import { createSubgraph } from "../graphql/subgraph.ts";
import { pause } from "../process/deadline.ts";
import { registry } from "../telemetry/metrics.ts";
import { beginMemorySection, runInRequest, takeMemory } from "../telemetry/request-context.ts";
import { json } from "./http-reply.ts";
import type { Route } from "./http-request.ts";
import { createRequestMemories } from "./request-memory.ts";

const KIB = 1_024;
let stop: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of stop) await one();
  stop = [];
});
async function start(...options: Parameters<typeof serve>): Promise<Served> {
  const served = await serve(...options);
  stop.unshift(() => served.stop());
  return served;
}
const counted = async () => Number(/^http_request_memory_bytes (\d+)/m.exec(await registry.metrics())?.[1]);
const post = (body: string): RequestInit => ({ method: "POST", body, headers: { "content-type": "application/json" } });

describe("memory of requests", () => {
  test("is counted until they are answered", () => {
    const open = createRequestMemories(100);
    const [one, other] = [open(), open()];
    one.take(60);
    expect(() => other.take(60)).toThrow(/take all the memory there is/);
    expect(other.refusal?.problem).toMatchObject({
      status: 503,
      code: "RATE_LIMITED",
      headers: { "retry-after": "1" },
    });
    one.release();
    expect(() => other.take(1)).toThrow(/take all the memory/);
    open().take(75);
  });

  test("is never all for one of them", () => {
    const open = createRequestMemories(100);
    const one = open();
    expect(() => one.take(76)).toThrow(/more memory than one request may; send less, or ask for less/);
    expect(one.refusal?.problem).toMatchObject({ status: 400, code: "BAD_USER_INPUT" });
    open().take(75);
  });

  test("counts what is allocated already against the others only", () => {
    const open = createRequestMemories(100);
    const one = open();
    one.note(200);
    expect(one.refusal).toBeUndefined();
    expect(() => open().take(1)).toThrow(/try again in a second/);
    one.note(-200);
    open().take(1);
  });

  test("is given back at the end of a section, so that a long stream is not refused", () => {
    const memory = createRequestMemories(100)();
    const context = { requestId: "r", traceparent: undefined, signal: new AbortController().signal, annotations: {} };
    runInRequest({ ...context, memory }, () => {
      takeMemory(10);
      for (let page = 0; page < 5; page += 1) {
        const endSection = beginMemorySection();
        takeMemory(60);
        endSection();
      }
      expect(memory.bytes).toBe(10);
      expect(() => takeMemory(70)).toThrow(/more memory than one request may/);
    });
    beginMemorySection()();
  });

  test("is released when the caller no longer waits for the answer", () => {
    const open = createRequestMemories(100);
    const one = open();
    one.take(50);
    one.release();
    one.note(50);
    expect(() => one.take(1)).toThrow(/no longer waits/);
    for (let time = 0; time < 2; time += 1) open().take(50);
  });
});

describe("a server", () => {
  const read: Route = {
    method: "POST",
    path: "/read",
    handle: async (request) => json(200, { is: typeof (await request.json()) }),
  };

  test("refuses a body for which there is no memory, and accepts it when others are answered", async () => {
    const held = Promise.withResolvers<void>();
    const wait: Route = {
      method: "GET",
      path: "/wait",
      async handle() {
        takeMemory(60 * KIB);
        await held.promise;
        return { status: 204 };
      },
    };
    const { url } = await start({ routes: [read, wait], requestMemoryBytes: 100 * KIB });
    const body = JSON.stringify("x".repeat(30 * KIB));
    const before = await counted();
    const waiting = fetch(`${url}/wait`);
    await until("the other request", async () => (await counted()) === before + 60 * KIB);
    const refused = await fetch(`${url}/read`, post(body));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({
      code: "RATE_LIMITED",
      detail: expect.stringMatching(/try again in a second/),
    });
    held.resolve();
    expect((await waiting).status).toBe(204);
    expect((await fetch(`${url}/read`, post(body))).status).toBe(200);
    await until("the end of all", async () => (await counted()) === before);
  });

  test("counts a body of many values for more than its bytes", async () => {
    const { url } = await start({ routes: [read], requestMemoryBytes: 200 * KIB });
    expect((await fetch(`${url}/read`, post(JSON.stringify("x".repeat(30 * KIB))))).status).toBe(200);
    const crowded = await fetch(`${url}/read`, post(`[${"{},".repeat(8_000)}{}]`));
    expect([crowded.status, await crowded.json()]).toMatchObject([400, { detail: expect.stringMatching(/send less/) }]);
  });

  test("counts an answer until it is sent", async () => {
    const large: Route = {
      method: "GET",
      path: "/large",
      handle: () => ({ status: 200, body: "x".repeat(8_000 * KIB) }),
    };
    const { url } = await start({ routes: [read, large], requestMemoryBytes: 1_000 * KIB });
    const slow = await fetch(`${url}/large`);
    expect((await fetch(`${url}/read`, post("{}"))).status).toBe(503);
    await slow.text();
    await until("the end of the answer", async () => (await fetch(`${url}/read`, post("{}"))).status === 200);
  });
});

describe("a subgraph", () => {
  const schema = `
    type Query { things(count: Int!): [Thing!]! }
    type Mutation { make(text: String!): Thing! }
    type Thing { text: String! texts: [String!]! again: Thing things(count: Int!): [Thing] later: String soon: String! late: String! broken: String! }
  `;
  const made: string[] = [];
  let resolved = 0;

  async function ask(query: string) {
    const { logger, lines } = keepLogLines();
    const thing = { text: "x".repeat(KIB), texts: ["y".repeat(KIB), "y".repeat(KIB)] };
    const things = (_: unknown, { count }: { count: number }) => Array(count).fill(thing);
    const endpoint = createSubgraph({
      logger,
      schema: [schema],
      resolvers: {
        Query: { things },
        Mutation: {
          make: (_: unknown, { text }: { text: string }) => {
            made.push(text);
            return thing;
          },
        },
        Thing: {
          things,
          broken: () => {
            throw new Error("broken");
          },
          late: async () => {
            await pause(1);
            throw new Error("late");
          },
          soon: async () => {
            await pause(1);
            takeMemory(0);
            return "";
          },
          later: async () => {
            resolved += 1;
            await pause(1);
            return "z".repeat(KIB);
          },
        },
      },
      admit: async () => ({ ok: true as const, caller: { subject: "ada" } }),
      context: (operation) => operation,
    });
    await endpoint.start();
    stop.unshift(() => Promise.resolve(endpoint.stop()));
    const { url } = await start({ logger, routes: endpoint.routes, requestMemoryBytes: 400 * KIB });
    const answer = await fetch(`${url}/graphql`, post(JSON.stringify({ query })));
    const { data, errors } = (await answer.json()) as {
      data?: unknown;
      errors?: { message: string; extensions: object }[];
    };
    const errorLines = lines.filter(({ level }) => level === "error");
    return { status: answer.status, data, errors, errorLines };
  }
  const tooMuch = {
    status: 400,
    data: undefined,
    errors: [{ message: expect.stringMatching(/ask for less/), extensions: { code: "BAD_USER_INPUT" } }],
    errorLines: [],
  };

  test("answers within the share of one request", async () => {
    expect(await ask("{ things(count: 40) { text texts } }")).toMatchObject({ status: 200, errors: undefined });
  });

  test.each([
    ["texts", "{ things(count: 200) { text } }"],
    ["lists of texts", "{ things(count: 100) { texts } }"],
    ["aliases of one field", `{ things(count: 10) { ${Array.from({ length: 20 }, (_, n) => `t${n}: text`)} } }`],
    ["objects", "{ things(count: 5000) { __typename } }"],
    ["values resolved later", "{ things(count: 200) { later } }"],
    ["lists in lists", "{ things(count: 60) { things(count: 60) { things(count: 60) { text } } } }"],
  ])("refuses in one error an operation that asks for too many %s", async (_, query) => {
    expect(await ask(query)).toMatchObject(tooMuch);
  });

  test("resolves nothing more once it is refused", async () => {
    resolved = 0;
    expect(await ask("{ things(count: 200) { text later } }")).toMatchObject(tooMuch);
    expect(resolved).toBeLessThan(200);
  });

  test("leaves no rejected promise unhandled, which would end the process", async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", onUnhandled);
    expect(await ask("{ things(count: 200) { soon text } }")).toMatchObject(tooMuch);
    expect(await ask("{ things(count: 2) { things(count: 200) { soon text } broken } }")).toMatchObject(tooMuch);
    expect(await ask("{ things(count: 2) { things(count: 2) { late } broken } }")).toMatchObject({ data: null });
    await pause(20);
    process.off("unhandledRejection", onUnhandled);
    expect(unhandled).toEqual([]);
  });

  test("executes every field of a mutation, even when its response is refused", async () => {
    const fields = "things(count: 200) { text }";
    expect(await ask(`mutation { a: make(text: "a") { ${fields} } b: make(text: "b") { ${fields} } }`)).toMatchObject(
      tooMuch,
    );
    expect(made).toEqual(["a", "b"]);
  });
});
