import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "@jest/globals";
import { testAuthorityFile } from "@network-access/testkit/test-certificates";
import { until } from "@network-access/testkit/until";
import { startValkey, type ValkeyServer } from "@network-access/testkit/valkey-server";
import { Redis } from "ioredis";
import { z } from "zod";
import { keepLogLines } from "../../test/log-lines.ts";
import { pause } from "../process/deadline.ts";
import type { Part } from "../process/part.ts";
import type { RedisSettings } from "./connect-redis.ts";
import { createJobHandler } from "./job-handler.ts";
import { createJobSender } from "./job-sender.ts";

const { logger, lines } = keepLogLines();
const parts: Part[] = [];
const servers: ValkeyServer[] = [];
afterEach(async () => {
  for (const part of parts.splice(0)) await part.stop();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  lines.length = 0;
});

async function start(...given: Parameters<typeof startValkey>): Promise<ValkeyServer> {
  const server = await startValkey(...given);
  servers.push(server);
  return server;
}

const PASSWORD = "geheim-1";
const SENTINEL_PASSWORD = "geheim-2";

/**
 * Waits until the primary knows its replica. A Sentinel should be started only after that: it asks the primary for
 * replicas when it starts, and then only every ten seconds.
 */
async function untilFollowed({ port }: ValkeyServer, tls: boolean): Promise<void> {
  const redis = tls
    ? new Redis({ port, password: PASSWORD, tls: { ca: readFileSync(testAuthorityFile) } })
    : new Redis({ port });
  try {
    await until("the replica is known", async () => (await redis.info("replication")).includes("state=online"));
  } finally {
    redis.disconnect();
  }
}

/**
 * Starts a primary, its replica and a Sentinel. The returned settings contain two Sentinel addresses, of which the
 * first never answers.
 */
async function startSentinels(tls: boolean) {
  const password = tls ? [`requirepass ${PASSWORD}`, `primaryauth ${PASSWORD}`] : [];
  // By default, a primary waits for further replicas before it sends its data to a new replica. The value 0 turns off
  // this wait.
  const settings = [...password, "repl-diskless-sync-delay 0", "repl-ping-replica-period 1"];
  const primary = await start(settings, { tls });
  const replica = await start([...settings, `replicaof 127.0.0.1 ${primary.port}`], { tls });
  await untilFollowed(primary, tls);
  const sentinel = await start(
    [
      `sentinel monitor mymaster 127.0.0.1 ${primary.port} 1`,
      "sentinel down-after-milliseconds mymaster 500",
      "sentinel failover-timeout mymaster 3000",
      ...(tls
        ? [
            `sentinel auth-pass mymaster ${PASSWORD}`,
            "user default off",
            `user asker on >${SENTINEL_PASSWORD} -@all +sentinel|get-master-addr-by-name +client|setinfo`,
          ]
        : []),
    ],
    { tls, sentinel: true },
  );
  const addresses = [
    { host: "127.0.0.1", port: 9 },
    { host: "127.0.0.1", port: sentinel.port },
  ];
  const redis: RedisSettings = tls
    ? {
        url: `rediss://:${PASSWORD}@mymaster`,
        certificateAuthority: readFileSync(testAuthorityFile, "utf8"),
        sentinels: { addresses, username: "asker", password: SENTINEL_PASSWORD },
      }
    : { url: "redis://mymaster", sentinels: { addresses } };
  return { primary, replica, sentinel, redis };
}

function setUp(redis: RedisSettings) {
  const done: number[] = [];
  const contract = {
    queue: "sentinels",
    payload: z.object({ n: z.int() }),
    deduplicationKey: ({ n }: { n: number }) => String(n),
    attempts: 3,
    backoffMs: 10,
  };
  const settings = { redis, prefix: "test", logger };
  const sender = createJobSender(contract, settings);
  const handler = createJobHandler(contract, async ({ n }) => void done.push(n), settings);
  parts.push(handler, sender);
  const send = (n: number) =>
    until(`job ${n} is sent`, async () => (await sender.send({ n })).ok || pause(20).then(() => false));
  return { sender, handler, done, send };
}

describe.each([
  ["without TLS and passwords", false],
  ["with TLS and passwords of servers and Sentinels", true],
])("%s", (_, tls) => {
  test("jobs go on with the new primary after the Sentinels replaced a lost one", async () => {
    const { primary, redis } = await startSentinels(tls);
    const { handler, done, send } = setUp(redis);
    await handler.start();
    for (const n of [1, 2, 3]) await send(n);
    await until("three jobs are done", () => done.length === 3);
    await pause(500);

    await primary.kill();
    const began = performance.now();
    for (const n of [4, 5, 6]) await send(n);
    await until("jobs are done after the failover", () => [4, 5, 6].every((n) => done.includes(n)));
    expect(performance.now() - began).toBeLessThan(60_000);
    const messages = lines.map(({ msg }) => msg);
    expect(messages).toContain("the queue does not answer");
    expect(messages).toContain("the queue answers again");
    expect(JSON.stringify(lines)).not.toContain("geheim");
  });
});

test("while no Sentinel answers, sending fails within its deadline, the log says why, and both sides stop at once", async () => {
  const sentinels = { addresses: [{ host: "127.0.0.1", port: 9 }] };
  const { sender, handler } = setUp({ url: "redis://mymaster", sentinels });
  await handler.start();
  const began = performance.now();
  expect(await sender.send({ n: 1 })).toMatchObject({ ok: false });
  await expect(handler.check.check(AbortSignal.timeout(100))).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(JSON.stringify(lines)).toContain("All sentinels are unreachable");
  const stopping = performance.now();
  for (const part of parts.splice(0)) await part.stop();
  expect(performance.now() - stopping).toBeLessThan(20_000);
});
