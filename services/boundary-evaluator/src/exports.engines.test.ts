import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { evaluateChangeRequest } from "@network-access/service-contracts/evaluate-change-request";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { connectRedis } from "@network-access/service-runtime/connect-redis";
import { pause } from "@network-access/service-runtime/deadline";
import { createJobSender, type JobSender } from "@network-access/service-runtime/job-sender";
import { createLogger } from "@network-access/service-runtime/logger";
import { registry } from "@network-access/service-runtime/metrics";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { type Db, MongoClient } from "mongodb";
import { Webhook } from "standardwebhooks";
import { aBoundary } from "../test/boundaries.ts";
import { type EventReceiver, startEventReceiver } from "../test/event-receiver.ts";
import { aDelivery, aKeyFile, anIntegration } from "../test/integrations.ts";
import { type OwnersSimulator, type StoredRequest, startOwnersSimulator } from "../test/owners-simulator.ts";
import { prepared } from "../test/prepared-database.ts";
import { type EvaluatorFiles, engines, settingsOf, store, writeEvaluatorFiles } from "../test/running-evaluator.ts";
import { createWorkerApp } from "./app-worker.ts";
import { mongoBoundarySequence } from "./boundaries/mongo-boundary-sequence.ts";
import { mongoBoundaryStore } from "./boundaries/mongo-boundary-store.ts";
import { readWorkerConfig } from "./config.ts";
import { mongoDeliveryStore } from "./exports/mongo-delivery-store.ts";
import type { Integration } from "./integrations/integration.ts";
import { mongoIntegrationStore } from "./integrations/mongo-integration-store.ts";
import { newSigningSecret } from "./integrations/new-signing-secret.ts";
import { openText, sealText } from "./integrations/sealed-text.ts";
import { parseSecretKeys, type SecretKeys } from "./integrations/secret-keys.ts";

/** These tests run workers with a real MongoDB and Redis, and receivers over real HTTP. */

const { mongoUrl, redisUrl } = engines;
const logger = createLogger({ name: "test", level: "silent" });
const keyFile = aKeyFile("k1");
const keys = keysOf(keyFile);
const secret = newSigningSecret();

let issuer: TestIssuer;
let files: EvaluatorFiles;
let client: MongoClient;
let database: Db;
let name: string;
let owners: OwnersSimulator;
let sender: JobSender<EvaluationId>;
let receivers: EventReceiver[];
let workers: ReturnType<typeof createWorkerApp>[];

beforeAll(async () => {
  client = await new MongoClient(mongoUrl, { ignoreUndefined: true }).connect();
  issuer = await startTestIssuer();
  files = await writeEvaluatorFiles(issuer, keyFile);
});
afterAll(async () => {
  await client.close();
  await issuer.stop();
  await files.remove();
});
beforeEach(async () => {
  name = `be_exp_${crypto.randomUUID().slice(0, 8)}`;
  database = await prepared(client.db(name));
  owners = await startOwnersSimulator();
  sender = createJobSender(evaluateChangeRequest, {
    redis: { url: redisUrl },
    prefix: name,
    logger,
    deadlineMs: 10_000,
  });
  receivers = [];
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map(stopWorker));
  await sender.stop();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await owners.stop();
  await database.dropDatabase();
});

function keysOf(text: string): SecretKeys {
  const parsed = parseSecretKeys(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.keys;
}
async function startWorker(settings: Record<string, string> = {}) {
  const worker = createWorkerApp(
    readWorkerConfig({
      ...settingsOf(name, files, owners),
      STOP_SECONDS: "2",
      INTEGRATION_HTTP: "on",
      INTEGRATION_ADDRESSES: "127.0.0.0/8",
      SWEEP_EVERY_MS: "50",
      LEFT_AFTER_MS: "100",
      DELIVER_EVERY_MS: "50",
      ...settings,
    }),
  );
  for (const part of worker.parts) await part.start();
  workers.push(worker);
  return worker;
}
async function stopWorker(worker: ReturnType<typeof createWorkerApp>) {
  workers = workers.filter((other) => other !== worker);
  for (const part of worker.parts.toReversed()) await part.stop();
}
/**
 * Creates an integration and a receiver for it. `events` returns the received events after verifying their signatures.
 */
async function anIntegrationWithReceiver(members: Partial<Integration> = {}) {
  const receiver = await startEventReceiver();
  receivers.push(receiver);
  const uuid = crypto.randomUUID();
  const sealed = sealText(keys, uuid, secret);
  const integration = anIntegration({ id: `to-${uuid}`, url: receiver.url, uuid, secret: sealed, ...members });
  await mongoIntegrationStore(database).insert(integration);
  const events = () =>
    receiver.received.map(({ body, headers }) => {
      const event = new Webhook(secret).verify(body, headers as Record<string, string>) as ReturnType<
        typeof JSON.parse
      >;
      expect(event.id).toBe(headers["webhook-id"]);
      return event;
    });
  return { integration, receiver, events };
}
async function saveBoundary(members: Parameters<typeof aBoundary>[0] = {}) {
  const boundaries = mongoBoundaryStore(database);
  const boundary = aBoundary({ uuid: crypto.randomUUID(), ...members });
  const previous = await boundaries.head(boundary.id);
  const revision = previous?.kind === "boundary" ? previous.boundary.revision + 1 : 1;
  await boundaries.replace({ kind: "boundary", boundary: { ...boundary, revision } }, previous);
  await mongoBoundarySequence(database).raise(boundary.id);
}
const evaluate = ({ uuid, revision }: StoredRequest, attempt = 1) =>
  sender.send({ changeRequestUuid: uuid, revision, attempt });
const settled = () =>
  until(
    "everything finished",
    async () => (await database.collection("evaluations").countDocuments({ counted: false })) === 0,
  );
const waiting = () => database.collection("deliveries").countDocuments({ state: "Waiting" });

test("each result of a saved request is sent once, and again when another attempt changes its state or match", async () => {
  const { events } = await anIntegrationWithReceiver();
  await saveBoundary({ id: "b-1" });
  await saveBoundary({
    id: "b-2",
    sources: [{ type: "ConnectGroup", negate: null, comparison: null, groupId: "web" }],
  });
  await saveBoundary({ id: "b-3", sources: [{ type: "Cidr", negate: null, comparison: null, cidr: "172.16.0.0/12" }] });
  owners.groups.set("web", ["10.1.0.0/16"]);
  await startWorker();
  const text = store(owners);
  const sent = () => events().map(({ data: { attempt, result } }) => `${attempt} ${result.boundaryId} ${result.state}`);
  await evaluate(text, 1);
  await until("both events", () => events().length === 2);
  expect(sent().sort()).toEqual(["1 b-1 Pass", "1 b-2 Pass"]);
  expect(events()[0]).toMatchObject({
    specversion: "1.0",
    source: "/network-access",
    type: "network-access.boundary-result.v1",
    subject: "cr-1",
    datacontenttype: "application/json",
    data: { changeRequestId: "cr-1", projectId: "shop", revision: 1, attempt: 1, changeRequestState: "Pass" },
  });
  // Attempt 2 has the same result as attempt 1. The addresses of the group change before attempt 3, and change back
  // before attempt 4.
  await evaluate(text, 2);
  await until("attempt 2", () => database.collection("evaluations").findOne({ "record.attempt": 2 }));
  owners.groups.set("web", ["192.168.0.0/16"]);
  await evaluate(text, 3);
  await until("the third event", () => events().length === 3);
  owners.groups.set("web", ["10.1.0.0/16"]);
  await evaluate(text, 4);
  await until("the fourth event", () => events().length === 4);
  await settled();
  expect(sent().slice(2)).toEqual(["3 b-2 null", "4 b-2 Pass"]);
});

test("deliveries that a crash prevented are sent, under the same ids when they were sent before", async () => {
  const { events } = await anIntegrationWithReceiver();
  await saveBoundary();
  await startWorker();
  await evaluate(store(owners));
  await until("the event", () => events().length === 1);
  await settled();
  const noneWaits = () => until("nothing waiting", async () => (await waiting()) === 0);
  await noneWaits();
  // Recreates the state after a crash right after the record was written: nothing is exported, and the record is not
  // marked as finished.
  const unmark = () => database.collection("evaluations").updateMany({}, { $set: { counted: false } });
  await database.collection("deliveries").deleteMany({});
  await database.collection("export-progress").deleteMany({});
  await unmark();
  await until("the event again", () => events().length === 2);
  await noneWaits();
  // Recreates the state after a crash between two writes: the progress was stored, and the deliveries were not.
  await database.collection("deliveries").deleteMany({});
  await database.collection("export-progress").updateMany({}, { $set: { exported: false } });
  await unmark();
  await until("the event once more", () => events().length === 3);
  expect(new Set(events().map(({ id }) => id)).size).toBe(1);
  // Recreates the state after a crash right before the evaluation record was marked as finished. All deliveries are
  // already inserted, so no event is sent again.
  await unmark();
  await settled();
  await noneWaits();
  expect(events()).toHaveLength(3);
});

test("3,000 events that wait while Redis is emptied are delivered once each by two workers", async () => {
  const { integration, receiver } = await anIntegrationWithReceiver({ enabled: false });
  const deliveries = mongoDeliveryStore(database);
  const body = JSON.stringify({ data: "x".repeat(700) });
  // After a full page of due deliveries, a worker skips up to 1,023 due deliveries, so that two workers seldom attempt
  // to claim the same delivery. The test therefore inserts more deliveries than a worker can skip. They fill many
  // pages.
  const ids = Array.from({ length: 3_000 }, (_, n) => `evt_${n}`);
  await deliveries.add(ids.map((id) => aDelivery({ id, integrationUuid: integration.uuid, body })));
  await Promise.all([startWorker(), startWorker()]);
  const redis = connectRedis({ redis: { url: redisUrl }, logger, use: "work" });
  const redisKeys = await redis.keys(`${name}:*`);
  if (redisKeys.length > 0) await redis.del(...redisKeys);
  redis.disconnect();
  expect(receiver.received).toEqual([]);
  await mongoIntegrationStore(database).change(integration.uuid, { ...integration, enabled: true });
  await until("the last arrival", async () => (await waiting()) === 0, 240_000);
  const arrived = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(arrived).toHaveLength(ids.length);
  expect(new Set(arrived)).toEqual(new Set(ids));
});

test("a receiver that does not answer delays no other, and its events are attempted again", async () => {
  const slow = await anIntegrationWithReceiver();
  const quick = await anIntegrationWithReceiver();
  const open: ServerResponse[] = [];
  slow.receiver.answer = (_, response) => void open.push(response);
  const deliveries = mongoDeliveryStore(database);
  for (const { integration } of [slow, quick])
    await deliveries.add(Array.from({ length: 40 }, () => aDelivery({ integrationUuid: integration.uuid })));
  // With this time limit, attempts to send to the slow receiver are still open when the quick receiver has all its
  // events.
  await startWorker({ DELIVERY_MS: "60000", DELIVERY_PAUSES: "0.1,0.1" });
  await until("all of the quick one", () => quick.receiver.received.length === 40);
  await until("some of the slow one", () => open.length > 0);
  expect(open.length).toBeLessThanOrEqual(8);
  slow.receiver.answer = (_, response) => response.writeHead(204).end();
  for (const response of open) response.destroy();
  await until("all of the slow one", async () => (await waiting()) === 0);
  expect(new Set(slow.receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(40);
});

test("events of a disabled integration wait; those of a removed one are purged, and those of others stay", async () => {
  const [off, removed] = [await anIntegrationWithReceiver({ enabled: false }), await anIntegrationWithReceiver()];
  removed.receiver.answer = (_, response) => response.writeHead(500).end();
  await saveBoundary();
  await startWorker();
  await evaluate(store(owners));
  await until("an attempt", () => removed.receiver.received.length === 1);
  await settled();
  const integrations = mongoIntegrationStore(database);
  await integrations.remove(removed.integration.id, new Date().toISOString());
  const left = () => database.collection("deliveries").distinct("integrationUuid");
  await until("the deliveries gone", async () => (await left()).length === 1);
  expect(await left()).toEqual([off.integration.uuid]);
  await until("the progress gone", async () => (await database.collection("export-progress").countDocuments()) === 1);
  expect(off.receiver.received).toEqual([]);
  expect(await registry.getSingleMetricAsString("deliveries")).toContain('deliveries{state="Waiting"} 1');
  await integrations.change(off.integration.uuid, { ...off.integration, enabled: true });
  await until("the event", () => off.events().length === 1);
  // The event arrives shortly before the worker stores that it was delivered.
  await until("nothing waiting", async () =>
    (await registry.getSingleMetricAsString("deliveries")).includes('deliveries{state="Waiting"} 0'),
  );
});

test("after a change of the current key secrets are encrypted again, and signatures stay the same", async () => {
  const { integration, events } = await anIntegrationWithReceiver();
  const both = JSON.parse(aKeyFile("k1", "k2"));
  both.keys.k1 = JSON.parse(keyFile).keys.k1;
  const keyFileOfBoth = join(files.folder, "both.json");
  await writeFile(keyFileOfBoth, JSON.stringify(both));
  await startWorker({ INTEGRATION_KEYS_FILE: keyFileOfBoth });
  const stored = () => mongoIntegrationStore(database).findByUuid(integration.uuid);
  const sealed = await until("another key", async () => {
    const found = await stored();
    return found?.secret.keyId === "k2" ? found.secret : null;
  });
  const onlyNew = { current: "k2", keys: { k2: both.keys.k2 } };
  expect(openText(keysOf(JSON.stringify(onlyNew)), integration.uuid, sealed)).toBe(secret);
  await mongoDeliveryStore(database).add([
    aDelivery({ id: "evt_1", integrationUuid: integration.uuid, body: '{"id":"evt_1"}' }),
  ]);
  await until("the event", () => events().length === 1);
});

test("without the key of a secret its events wait without attempts, and those of others are delivered", async () => {
  const [lost, fine] = [await anIntegrationWithReceiver(), await anIntegrationWithReceiver()];
  const foreign = keysOf(aKeyFile("k9"));
  const unreadable = sealText(foreign, lost.integration.uuid, secret);
  await mongoIntegrationStore(database).reseal(lost.integration.uuid, lost.integration.secret, unreadable);
  const deliveries = mongoDeliveryStore(database);
  for (const { integration } of [lost, fine])
    await deliveries.add([aDelivery({ id: `evt_${integration.uuid}`, integrationUuid: integration.uuid })]);
  await startWorker();
  await until("the other event", () => fine.receiver.received.length === 1);
  const left = await deliveries.find(`evt_${lost.integration.uuid}`);
  expect(left).toMatchObject({ state: "Waiting", attempts: 0 });
});

test("a worker that is stopped during attempts loses none: the next worker delivers the rest", async () => {
  const { integration, receiver } = await anIntegrationWithReceiver();
  const ending = Promise.withResolvers<void>();
  receiver.answer = async (_, response) => {
    if (receiver.received.length > 20) await ending.promise;
    response.writeHead(204).end();
  };
  const deliveries = mongoDeliveryStore(database);
  await deliveries.add(
    Array.from({ length: 200 }, (_, n) => aDelivery({ id: `evt_${n}`, integrationUuid: integration.uuid })),
  );
  const worker = await startWorker({ STOP_SECONDS: "30" });
  await until("some", () => receiver.received.length > 20);
  const ended = stopWorker(worker);
  // During this pause the worker is stopping. It has not ended, because its deliverer waits for the attempts in
  // progress.
  await pause(4_000);
  ending.resolve();
  await ended;
  expect(receiver.received.length).toBeLessThan(200);
  await startWorker();
  await until("the rest", async () => (await waiting()) === 0);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toHaveLength(200);
});
