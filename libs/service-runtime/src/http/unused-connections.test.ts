import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { serve } from "../../test/serve.ts";
import type { Route } from "./http-request.ts";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function open(port: number, text = ""): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  if (text) socket.write(text);
  return socket;
}

test.each([
  ["without any request", ""],
  ["with half a request on it", "GET /healthz HTTP/1.1\r\nhost: here\r\n"],
  ["with half of a second request on it", "GET /healthz HTTP/1.1\r\nhost: here\r\n\r\nGET /hea"],
])("a connection %s does not delay the stop", async (_, text) => {
  const { port, server } = await serve();
  await open(port, text);
  // The server has to accept the connection first.
  await wait(50);
  const began = performance.now();
  await server.stop();
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("of pipelined requests the last one is finished as well", async () => {
  const hold = Promise.withResolvers<void>();
  let asked = 0;
  const slow: Route = {
    method: "GET",
    path: "/slow",
    async handle() {
      asked += 1;
      if (asked === 2) await hold.promise;
      return { status: 200, body: `answer ${asked}` };
    },
  };
  const { port, server } = await serve({ routes: [slow] });
  const socket = await open(port, "GET /slow HTTP/1.1\r\nhost: here\r\n\r\n".repeat(2));
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  await until("both were asked", () => asked === 2 && answer.includes("answer 1"));
  const stopped = server.stop();
  await wait(1_500);
  hold.resolve();
  await stopped;
  await until("the answer", () => answer.includes("answer 2"));
});
