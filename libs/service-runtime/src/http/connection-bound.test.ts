import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { type Served, serve } from "../../test/serve.ts";
import { registry } from "../telemetry/metrics.ts";

/**
 * A client that sends all its requests over one open connection. The server of these tests allows three connections.
 */
interface Caller {
  readonly socket: Socket;
  /** Returns the status of the response, and whether the connection ends after the response. */
  get(path: string): Promise<readonly [status: number, ends: boolean]>;
}

const callers: Caller[] = [];
let served: Served;
beforeEach(async () => {
  const work = { method: "GET", path: "/work", handle: () => ({ status: 200, body: "done" }) } as const;
  served = await serve({ routes: [work], maxConnections: 3 });
});
afterEach(async () => {
  for (const { socket } of callers.splice(0)) socket.destroy();
  await served.stop();
});

async function open(): Promise<Caller> {
  const socket = connect(served.port, "127.0.0.1").on("error", () => undefined);
  let received = "";
  socket.on("data", (chunk) => {
    received += String(chunk);
  });
  await once(socket, "connect");
  const caller: Caller = {
    socket,
    async get(path) {
      received = "";
      socket.write(`GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`);
      const status = await until("an answer", () => /^HTTP\/1\.1 (\d+) /.exec(received)?.[1]);
      return [Number(status), /^connection: close\r$/im.test(received)];
    },
  };
  callers.push(caller);
  return caller;
}

async function fill(): Promise<Caller[]> {
  const inside = [await open(), await open(), await open()];
  for (const caller of inside) expect(await caller.get("/work")).toEqual([200, false]);
  return inside;
}

const isClosed = ({ socket }: Caller) => socket.readableEnded || socket.destroyed;

async function figure(name: string): Promise<number> {
  const metric = await registry.getSingleMetric(name)?.get();
  return metric?.values[0]?.value ?? 0;
}

test("beyond the bound requests are refused and their connections closed, and those inside are served", async () => {
  const before = await figure("http_connections_refused_total");
  const inside = await fill();
  for (const surplus of [await open(), await open()]) {
    expect(await surplus.get("/work")).toEqual([503, true]);
    await until("the end of the connection", () => isClosed(surplus));
  }
  for (const caller of inside) expect(await caller.get("/work")).toEqual([200, false]);
  expect(await figure("http_connections_refused_total")).toBe(before + 2);
  inside[0]?.socket.destroy();
  await until("a place", async () => {
    const later = await open();
    return (await later.get("/work"))[0] === 200;
  });
});

test("a full process answers its probes", async () => {
  await fill();
  for (const path of ["/healthz", "/readyz", "/metrics"]) expect(await (await open()).get(path)).toEqual([200, true]);
});

test("beyond the bound only the newest few idle connections are kept, with one log line", async () => {
  const before = await figure("http_connections_refused_total");
  const inside = await fill();
  const silent: Caller[] = [];
  for (let n = 0; n < 40; n += 1) silent.push(await open());
  await until("the end of the oldest", () => silent.filter(isClosed).length === 8);
  expect(silent.slice(0, 8).every(isClosed)).toBe(true);
  expect(await (await open()).get("/healthz")).toEqual([200, true]);
  for (const caller of inside) expect(await caller.get("/work")).toEqual([200, false]);
  expect(await figure("http_connections_refused_total")).toBe(before + 9);
  await until("the others are gone", async () => (await figure("http_connections_open")) === 3 + 31);
  const logged = served.lines.filter(({ msg }) => String(msg).startsWith("connections are refused"));
  expect(logged).toMatchObject([{ level: "warn", refused: 1, maxConnections: 3 }]);
});

test("a connection that came when all places were taken is served once there is one", async () => {
  const [first] = await fill();
  const early = await open();
  first?.socket.destroy();
  await until("a place", async () => (await figure("http_connections_open")) === 3);
  expect(await early.get("/work")).toEqual([200, false]);
  expect(await (await open()).get("/work")).toEqual([503, true]);
});
