import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationVerdict } from "@network-access/service-contracts/evaluation-verdict";
import { requestReevaluationPath } from "@network-access/service-contracts/request-reevaluation";
import { pause } from "@network-access/service-runtime/deadline";
import { createLogger } from "@network-access/service-runtime/logger";
import { type EventReader, readEvents } from "@network-access/testkit/event-reader";
import type { ServiceTokens } from "@network-access/testkit/service-tokens";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { Redis } from "ioredis";
import { anInput } from "../test/change-requests.ts";
import { type EvaluatorSimulator, startEvaluatorSimulator } from "../test/evaluator-simulator.ts";
import { dropDatabase, type RunningProcess, startProcess, tokensOf } from "../test/start-process.ts";

/** Tests event streams with several replicas of this service, a real MongoDB and Redis, and a simulated evaluator. */

const redisUrl = process.env.TEST_REDIS_URL ?? "";
const logger = createLogger({ name: "test", level: "silent" });
/**
 * A poll interval so long that, within a test, only a hint (a message over Redis) can cause an event about a change.
 */
const never = "600000";

let issuer: TestIssuer;
let tokens: ServiceTokens;
let user: string;
let evaluator: EvaluatorSimulator;
let database: string;
let judge: (id: EvaluationId) => Partial<EvaluationVerdict> | undefined;
const processes: RunningProcess[] = [];
const streams: EventReader[] = [];

beforeAll(async () => {
  issuer = await startTestIssuer();
  user = await issuer.userToken({ permissions: ["change-request:view", "change-request:edit", "boundary:view"] });
  tokens = await tokensOf(issuer);
});
afterAll(async () => {
  await issuer.stop();
  await tokens.remove();
});
beforeEach(async () => {
  database = `cr_events_${crypto.randomUUID().slice(0, 8)}`;
  judge = () => ({});
  evaluator = await startEvaluatorSimulator({
    redis: { url: redisUrl },
    prefix: database,
    logger,
    judge: (id) => judge(id),
  });
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  for (const running of processes.splice(0)) await running.stop();
  await evaluator.stop();
  await dropDatabase(database);
});

async function replica(settings: Record<string, string> = {}): Promise<RunningProcess> {
  const { serviceTokenFile } = tokens;
  const started = await startProcess({ issuer, database, evaluatorUrl: evaluator.url, serviceTokenFile, settings });
  processes.push(started);
  return started;
}
async function post({ url }: RunningProcess, query: string, variables: object = {}): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: user },
    body: JSON.stringify({ query, variables }),
  });
  expect(await response.json()).not.toHaveProperty("errors");
}
const save = (at: RunningProcess, id: string, name = "web access") =>
  post(at, "mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }", {
    input: anInput({ id, name }),
  });
const remove = (at: RunningProcess, id: string) => post(at, `mutation { deleteChangeRequest(id: "${id}") }`);
async function watch(at: RunningProcess, id: string, token = user): Promise<EventReader> {
  const stream = await readEvents(`${at.url}/change-requests/${id}/events`, { token });
  streams.push(stream);
  expect(stream.response.status).toBe(200);
  return stream;
}

test("whichever replica applies a verdict, streams of both send it at once, without a poll", async () => {
  // On a busy machine, a verdict may be late, and the job is then sent many times. At the usual limit of sends, the
  // request would show Error instead of Pending. This test therefore sets a high limit.
  const settings = { LOOK_EVERY_MS: never, SENDINGS_BEFORE_ERROR: "1000" };
  const [one, two] = [await replica(settings), await replica(settings)];
  judge = () => undefined;
  const ids = Array.from({ length: 12 }, (_, n) => `cr-${n}`);
  await Promise.all(ids.map((id) => save(one, id)));
  const watched = await Promise.all(ids.flatMap((id) => [watch(one, id), watch(two, id)]));
  for (const stream of watched)
    expect(await stream.next()).toMatchObject({ data: { state: "Pending", attempt: null } });
  judge = () => ({ state: "Fail", score: 3 });
  for (const stream of watched)
    expect(await stream.next()).toMatchObject({
      event: "state",
      id: expect.stringMatching(/^1\.1\./),
      data: { revision: 1, attempt: 1, state: "Fail", score: 3, stateReason: expect.stringContaining("10.0.0.0/8") },
    });
});

test("a stream on one replica reports saving, reevaluation and deletion on the other", async () => {
  const [one, two] = [await replica({ LOOK_EVERY_MS: never }), await replica({ LOOK_EVERY_MS: never })];
  await save(one, "cr-1");
  const stream = await watch(two, "cr-1");
  await stream.until(({ data }) => data.state === "Pass");
  await save(one, "cr-1", "second");
  await stream.until(({ data }) => data.revision === 2 && data.state === "Pending");
  await stream.until(({ data }) => data.revision === 2 && data.state === "Pass");
  judge = () => ({ state: "Review", stateReason: "boundaries changed" });
  const [asked] = evaluator.asked;
  const authorization = await issuer.serviceToken({
    subject: "service:boundary-evaluator",
    audience: "change-request",
  });
  await fetch(`${one.url}${requestReevaluationPath}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization },
    body: JSON.stringify({ judgings: [{ changeRequestUuid: asked?.changeRequestUuid, attempt: 2 }] }),
  });
  const flipped = await stream.next();
  expect(flipped).toMatchObject({
    data: { revision: 2, attempt: 3, state: "Review", stateReason: "boundaries changed" },
  });
  await remove(one, "cr-1");
  expect(await stream.rest()).toEqual([{ event: "deleted", id: undefined, data: { id: "cr-1" } }]);
});

test("a request that is created again under its id has streams of its own", async () => {
  const running = await replica();
  await save(running, "cr-1");
  const first = await watch(running, "cr-1");
  await remove(running, "cr-1");
  await save(running, "cr-1");
  const second = await watch(running, "cr-1");
  expect(await second.next()).toMatchObject({ data: { revision: 2 } });
  expect((await first.rest()).at(-1)).toMatchObject({ event: "deleted", data: { id: "cr-1" } });
});

test("if every hint is lost, polling keeps a stream current", async () => {
  const redis = new Redis(redisUrl);
  const user = `hintless-${database}`;
  // This Redis user may do everything except publish and subscribe, so jobs still work.
  await redis.call("ACL", "SETUSER", user, "on", ">secret", "~*", "+@all", "resetchannels");
  try {
    const REDIS_URL = redisUrl.replace("://", `://${user}:secret@`);
    const running = await replica({ REDIS_URL, LOOK_EVERY_MS: "500", SENDINGS_BEFORE_ERROR: "1000" });
    judge = () => undefined;
    await save(running, "cr-1");
    const stream = await watch(running, "cr-1");
    expect(await stream.next()).toMatchObject({ data: { state: "Pending" } });
    judge = () => ({ state: "Fail" });
    expect(await stream.next()).toMatchObject({ data: { state: "Fail" } });
    await remove(running, "cr-1");
    expect(await stream.rest()).toMatchObject([{ event: "deleted" }]);
  } finally {
    await redis.call("ACL", "DELUSER", user);
    redis.disconnect();
  }
});

test("the Error after too many unanswered sends is reported, and the verdict when the evaluator is back", async () => {
  // The stream has to begin before the Error.
  const running = await replica({ LOOK_EVERY_MS: never, RESEND_AFTER_MS: "1000" });
  judge = () => undefined;
  await save(running, "cr-1");
  const stream = await watch(running, "cr-1");
  expect(await stream.next()).toMatchObject({ data: { state: "Pending" } });
  expect(await stream.next()).toMatchObject({
    data: { state: "Error", attempt: null, stateReason: expect.stringContaining("did not answer 3 requests") },
  });
  judge = () => ({});
  expect(await stream.next()).toMatchObject({ data: { state: "Pass", attempt: 1 } });
});

test("the reason contains boundaries' addresses only for callers with boundary:view, as in the graph", async () => {
  const running = await replica();
  await save(running, "cr-1");
  const seeing = await watch(running, "cr-1");
  const blind = await watch(running, "cr-1", await issuer.userToken({ permissions: ["change-request:view"] }));
  const reasonOf = async (stream: EventReader) =>
    (await stream.until(({ data }) => data.state === "Pass")).data.stateReason;
  expect(await reasonOf(seeing)).toContain("10.0.0.0/8");
  expect(await reasonOf(blind)).toBe('attempt 1: all is inside "dmz"');
});

test("a stream ends when its token expires, with the reason", async () => {
  const running = await replica();
  await save(running, "cr-1");
  const brief = await issuer.userToken({ permissions: ["change-request:view"], expiresIn: 6 });
  const issuedAt = Date.now();
  const events = await (await watch(running, "cr-1", brief)).rest();
  expect(events.at(-1)).toEqual({ event: "end", id: undefined, data: { reason: "token-expired" } });
  // The token was issued for six seconds. Because its expiry is a whole second, it may expire up to a second earlier.
  expect(Date.now() - issuedAt).toBeGreaterThan(4_900);
});

test("a stopping process ends every stream with the reason, and does not wait for callers that do not read", async () => {
  const running = await replica({ STALLED_READER_MS: "500" });
  await save(running, "cr-1");
  const readers = await Promise.all(Array.from({ length: 20 }, () => watch(running, "cr-1")));
  const deaf = await deafCaller(running);
  processes.splice(0);
  const began = performance.now();
  await running.stop();
  expect(performance.now() - began).toBeLessThan(15_000);
  for (const reader of readers)
    expect((await reader.rest()).at(-1)).toMatchObject({ event: "end", data: { reason: "draining" } });
  deaf.destroy();
});

test("a caller that does not read is disconnected, and the others keep receiving", async () => {
  const running = await replica({ STALLED_READER_MS: "2000" });
  // The reason is so large that a few events fill the socket buffers.
  judge = ({ attempt }) => ({ stateReason: `${attempt} ${"x".repeat(900_000)}` });
  await save(running, "cr-1");
  const reader = await watch(running, "cr-1");
  const deaf = await deafCaller(running);
  await untilStreams(running, (open) => open === 2);
  let left = 2;
  for (let n = 2; left === 2 && n < 600; n += 1) {
    await save(running, "cr-1", `version ${n}`);
    await reader.until(({ data }) => data.revision === n && data.state === "Pass");
    left = await openStreams(running);
  }
  expect(left).toBe(1);
  deaf.destroy();
});

async function openStreams({ url }: RunningProcess): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  return Number(/http_streams_open\{route="\/change-requests\/:id\/events"\} (\d+)/.exec(figures)?.[1]);
}
async function untilStreams(running: RunningProcess, wanted: (open: number) => boolean): Promise<void> {
  while (!wanted(await openStreams(running))) await pause(10);
}

async function deafCaller({ url }: RunningProcess) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET /change-requests/cr-1/events HTTP/1.1\r\nhost: here\r\nauthorization: ${user}\r\n\r\n`);
  return socket;
}
