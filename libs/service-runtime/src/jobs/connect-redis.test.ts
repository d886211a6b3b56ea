import { createServer } from "node:tls";
import { expect, test } from "@jest/globals";
import { listen } from "@network-access/testkit/listen";
import { testCertificate } from "@network-access/testkit/test-certificates";
import { until } from "@network-access/testkit/until";
import { keepLogLines } from "../../test/log-lines.ts";
import { connectRedis } from "./connect-redis.ts";

const { logger } = keepLogLines();

test.each(["the connection", "one made from it"])(
  "%s ends while it waits to connect anew, and so does what it was asked",
  async (which) => {
    const connection = connectRedis({ redis: { url: "redis://127.0.0.1:1" }, logger, use: "work" });
    const redis = which === "the connection" ? connection : connection.duplicate();
    redis.on("error", () => undefined);
    let result: string | undefined;
    redis.ping().then(
      (reply) => (result = reply),
      (error) => (result = String(error)),
    );
    await until("a pause between attempts", () => redis.status === "reconnecting");
    connection.disconnect();
    await until("the result of the call", () => result !== undefined);
    expect(result).toMatch(/Connection is closed/);
    expect(redis.status).toBe("end");
  },
);

test.each(["the connection", "one made from it"])(
  "a late TLS error of %s whose server's certificate was refused does not end the process",
  async (which) => {
    const server = createServer(testCertificate("self-signed"), (socket) => socket.on("error", () => undefined));
    const { port, stop } = await listen(server);
    const connection = connectRedis({ redis: { url: `rediss://127.0.0.1:${port}` }, logger, use: "work" });
    const redis = which === "the connection" ? connection : connection.duplicate();
    redis.on("error", () => undefined);
    await until("a refused certificate", () => redis.status === "reconnecting");
    expect(() => redis.stream.emit("error", new Error("tlsv1 alert decode error"))).not.toThrow();
    connection.disconnect();
    await stop();
  },
);

test("an ended connection can be ended again, and this leaves no timer that delays the end of the process", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const connection = connectRedis({ redis: { url: "redis://127.0.0.1:1" }, logger, use: "work" });
  await until("a pause between attempts", () => connection.status === "reconnecting");
  connection.disconnect();
  expect(connection.status).toBe("end");
  const before = timers();
  connection.disconnect();
  expect(timers()).toBe(before);
});
