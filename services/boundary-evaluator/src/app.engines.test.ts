import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { boundariesNamingGroupPath } from "@network-access/service-contracts/boundaries-naming-group";
import { changeRequestEvaluated } from "@network-access/service-contracts/change-request-evaluated";
import { evaluateChangeRequest } from "@network-access/service-contracts/evaluate-change-request";
import { type EvaluationId, evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import { evaluationOutcomePath } from "@network-access/service-contracts/evaluation-outcome";
import { currentTextsPath } from "@network-access/service-contracts/saved-change-request";
import { createJobHandler, type JobHandler } from "@network-access/service-runtime/job-handler";
import { createJobSender, type JobSender } from "@network-access/service-runtime/job-sender";
import { createLogger } from "@network-access/service-runtime/logger";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { type Db, MongoClient } from "mongodb";
import { aBoundaryInput, aRule, cidr, group } from "../test/boundaries.ts";
import { aKeyFile } from "../test/integrations.ts";
import { type HeldText, type OwnersSimulator, startOwnersSimulator } from "../test/owners-simulator.ts";
import { createSubgraphApp } from "./app-subgraph.ts";
import { createWorkerApp } from "./app-worker.ts";
import { readSubgraphConfig, readWorkerConfig } from "./config.ts";

/** Both processes but their entries, on real engines; the inventory and change-request do what a test says. */

const mongoUrl = process.env.TEST_MONGO_URL ?? "";
const redisUrl = process.env.TEST_REDIS_URL ?? "";
const logger = createLogger({ name: "test", level: "silent" });
const permissions = ["change-request:view", "boundary:view", "boundary:edit"];

let issuer: TestIssuer;
let folder: string;
let user: string;
let changeRequestToken: string;
let client: MongoClient;
let database: Db;
let owners: OwnersSimulator;
let environment: Record<string, string>;
let subgraph: ReturnType<typeof createSubgraphApp>;
let worker: ReturnType<typeof createWorkerApp>;
let sender: JobSender<EvaluationId>;
let handler: JobHandler;
let told: string[];

beforeAll(async () => {
  client = await new MongoClient(mongoUrl).connect();
  issuer = await startTestIssuer();
  user = await issuer.userToken({ permissions });
  changeRequestToken = await issuer.serviceToken({
    subject: "service:change-request",
    audience: issuer.services.audience,
  });
  folder = await mkdtemp(join(tmpdir(), "boundary-evaluator-"));
  await writeFile(join(folder, "keys.json"), aKeyFile("k1"));
  for (const audience of ["inventory", "change-request"]) {
    const token = await issuer.serviceToken({ subject: "service:boundary-evaluator", audience });
    await writeFile(join(folder, `${audience}.jwt`), token);
  }
});
afterAll(async () => {
  await client.close();
  await issuer.stop();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  const name = `be_app_${crypto.randomUUID().slice(0, 8)}`;
  database = client.db(name);
  owners = await startOwnersSimulator();
  environment = {
    ...issuer.environment(issuer.services.audience),
    HOST: "127.0.0.1",
    LOG_LEVEL: "silent",
    DRAIN_SECONDS: "0",
    MONGO_URL: mongoUrl,
    MONGO_DATABASE: name,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: name,
    SERVICE_TOKEN_FILE: join(folder, "{audience}.jwt"),
    INVENTORY_URL: owners.url,
    CHANGE_REQUEST_URL: owners.url,
    INTEGRATION_KEYS_FILE: join(folder, "keys.json"),
    SCORE_REVIEW_AT: "50",
    SWEEP_EVERY_MS: "50",
    COMPARE_EVERY_MS: "100",
    COMPARE_QUIET_MS: "50",
    LEFT_AFTER_MS: "100",
  };
  subgraph = createSubgraphApp(readSubgraphConfig(environment));
  for (const part of subgraph.parts) await part.start();
  await startWorker();
  told = [];
  sender = createJobSender(evaluateChangeRequest, { redisUrl, prefix: name, logger });
  handler = createJobHandler(
    changeRequestEvaluated,
    async (id) => {
      told.push(evaluationIdText(id));
    },
    { redisUrl, prefix: name, logger },
  );
  await handler.start();
});
afterEach(async () => {
  await handler.stop();
  await sender.stop();
  for (const part of worker.parts.toReversed()) await part.stop();
  for (const part of subgraph.parts.toReversed()) await part.stop();
  await owners.stop();
  await database.dropDatabase();
});

async function startWorker() {
  worker = createWorkerApp(readWorkerConfig(environment));
  for (const part of worker.parts) await part.start();
}

async function ask(query: string, variables: object = {}, token = user) {
  const response = await fetch(`http://127.0.0.1:${subgraph.server.port}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: token },
    body: JSON.stringify({ query, variables }),
  });
  return JSON.parse(await response.text());
}
async function saveBoundary(members: Parameters<typeof aBoundaryInput>[0] = {}) {
  const text = "mutation ($input: BoundaryInput!) { saveBoundary(input: $input) { id revision useCount } }";
  const { data, errors } = await ask(text, { input: aBoundaryInput(members) });
  expect(errors).toBeUndefined();
  return data.saveBoundary;
}
function hold(members: Partial<HeldText> = {}): HeldText {
  const text = { uuid: crypto.randomUUID(), revision: 1, id: "cr-1", projectId: "shop", rules: [aRule()], ...members };
  owners.texts.set(text.uuid, text);
  return text;
}
async function judged(text: HeldText, attempt = 1) {
  const id = { changeRequestUuid: text.uuid, revision: text.revision, attempt };
  await sender.send(id);
  await until("being told", async () => told.includes(evaluationIdText(id)));
  return outcome(id);
}
async function outcome({ changeRequestUuid, revision, attempt }: EvaluationId, authorization = changeRequestToken) {
  const path = evaluationOutcomePath(changeRequestUuid, revision, attempt);
  const response = await fetch(`http://127.0.0.1:${subgraph.server.port}${path}`, { headers: { authorization } });
  return JSON.parse(await response.text());
}
const boundaryFields = '{ boundary(id: "b-1") { revision useCount lastUsedAt } }';

test("a saved request is judged by its job: record, uses, word, results in the graph", async () => {
  await saveBoundary();
  await saveBoundary({ id: "b-2", name: "Elsewhere", sources: [{ type: "Cidr", cidr: "172.16.0.0/12" }] });
  const text = hold();
  expect(await judged(text)).toMatchObject({ state: "Pass", retry: false, score: null, attempt: 1 });
  const { data } = await ask(
    `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on ChangeRequest {
      results { boundaryId isMatch state boundaryRevision matchingRuleIds rules { ruleId relation } platforms { name } }
      touched: results(show: Touched) { boundaryId } findings { code } } } }`,
    {
      representations: [
        { __typename: "ChangeRequest", evaluationId: `${text.uuid}:1:1` },
        { __typename: "ChangeRequest", evaluationId: "none" },
      ],
    },
  );
  const inside = {
    boundaryId: "b-1",
    isMatch: true,
    state: "Pass",
    boundaryRevision: 1,
    matchingRuleIds: ["rule-1"],
    rules: [{ ruleId: "rule-1", relation: "Inside" }],
    platforms: null,
  };
  const silent = { ...inside, boundaryId: "b-2", isMatch: false, state: null, matchingRuleIds: [], rules: [] };
  expect(data._entities).toEqual([
    { results: [inside, silent], touched: [{ boundaryId: "b-1" }], findings: [] },
    { results: null, touched: null, findings: null },
  ]);
  expect((await ask(boundaryFields)).data.boundary).toMatchObject({ useCount: 1, lastUsedAt: expect.any(String) });
});

test("delivered twice, a job records once, counts once, and tells again", async () => {
  await saveBoundary();
  const text = hold();
  const first = await judged(text);
  const recorded = await database.collection("evaluations").findOne({});
  told.length = 0;
  expect(await judged(text)).toEqual(first);
  expect(await database.collection("evaluations").findOne({})).toEqual(recorded);
  expect((await ask(boundaryFields)).data.boundary.useCount).toBe(1);
});

test("another attempt of the same revision is another record and no other use", async () => {
  await saveBoundary();
  const text = hold();
  await judged(text, 1);
  await judged(text, 2);
  expect(await database.collection("evaluations").countDocuments()).toBe(2);
  expect((await ask(boundaryFields)).data.boundary.useCount).toBe(1);
});

test("a job for a deleted request or an older revision is done and leaves nothing", async () => {
  await saveBoundary();
  const text = hold({ revision: 2 });
  await sender.send({ changeRequestUuid: crypto.randomUUID(), revision: 1, attempt: 1 });
  await sender.send({ changeRequestUuid: text.uuid, revision: 1, attempt: 1 });
  await judged(text);
  expect(await database.collection("evaluations").countDocuments()).toBe(1);
});

test("what a crash left between the record and its mark is finished by a sweeper", async () => {
  const { id } = await saveBoundary();
  const text = hold();
  await judged(text);
  // As after a crash right behind the record: nothing counted, nothing marked, nobody told.
  await database.collection("boundary-uses").deleteMany({});
  told.length = 0;
  await database.collection("evaluations").updateMany({}, { $set: { counted: false } });
  await until("being told again", async () => told.includes(`${text.uuid}:1:1`));
  expect((await ask(boundaryFields)).data.boundary.useCount).toBe(1);
  await until("the mark", () => database.collection("evaluations").findOne({ counted: true }));
  expect(id).toBe("b-1");
});

test("while the inventory is away the verdict is Error with its reason and worth a retry, then it comes right", async () => {
  await saveBoundary();
  owners.groups.set("web", ["10.1.0.0/24", "10.1.2.0/24", "10.1.4.0/24"]);
  const text = hold({ rules: [aRule({ sources: [group("web")] })] });
  owners.inventoryAway = true;
  const away = await judged(text, 1);
  expect(away).toMatchObject({ state: "Error", retry: true });
  expect(away.stateReason).toContain("web");
  owners.inventoryAway = false;
  expect(await judged(text, 2)).toMatchObject({ state: "Pass", retry: false });
  const { data } = await ask(
    '{ changeRequestEvaluation(id: "cr-1", revision: 1) { state resolved { groupId itemKey { id } revision addressCount hash } } }',
  );
  expect(data.changeRequestEvaluation).toEqual({
    state: "Pass",
    resolved: [
      { groupId: "web", itemKey: null, revision: 3, addressCount: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ],
  });
});

test("an older revision still shows what it was computed from", async () => {
  await saveBoundary();
  owners.groups.set("web", ["10.1.0.0/24"]);
  const text = hold({ rules: [aRule({ sources: [group("web")] })] });
  await judged(text, 1);
  owners.groups.set("web", ["172.16.0.0/24"]);
  owners.texts.set(text.uuid, { ...text, revision: 2 });
  expect(await judged({ ...text, revision: 2 }, 2)).toMatchObject({ state: "Review" });
  const both = await Promise.all(
    [1, 2, 3].map((revision) =>
      ask(
        'query ($revision: Int!) { changeRequestEvaluation(id: "cr-1", revision: $revision) { revision state resolved { hash } } }',
        { revision },
      ),
    ),
  );
  const [first, second, none] = both.map(({ data }) => data.changeRequestEvaluation);
  expect([first.state, second.state, none]).toEqual(["Pass", "Review", null]);
  expect(first.resolved).not.toEqual(second.resolved);
});

test("a job that was sent while no worker ran is judged by the next one", async () => {
  await saveBoundary();
  const text = hold();
  for (const part of worker.parts.toReversed()) await part.stop();
  await sender.send({ changeRequestUuid: text.uuid, revision: 1, attempt: 1 });
  await startWorker();
  await until("being told", async () => told.includes(`${text.uuid}:1:1`));
});

test("a draft says the same as the saved request and leaves no trace", async () => {
  await saveBoundary();
  const before = await contentOf(database);
  const input = { id: "cr-1", name: "n", projectId: "shop", rules: [aRule()] };
  const { data, errors } = await ask(
    "query ($input: ChangeRequestInput!) { evaluateChangeRequest(input: $input) { state stateReason score results { boundaryId isMatch } findings { code } } }",
    { input },
  );
  expect(errors).toBeUndefined();
  expect(data.evaluateChangeRequest).toMatchObject({
    state: "Pass",
    score: null,
    results: [{ boundaryId: "b-1", isMatch: true }],
    findings: [],
  });
  expect(await contentOf(database)).toEqual(before);
});

test("an edit is previewed over what is judged, saved since, and deleted, and leaves no trace", async () => {
  await saveBoundary();
  owners.groups.set("web", ["10.1.0.0/24"]);
  owners.revisionsAPage = 2;
  const web = [aRule({ sources: [group("web")] })];
  const all = ["a", "b", "c", "d"].map((id) => hold({ id, rules: web }));
  const elsewhere = hold({ id: "e", rules: [aRule({ sources: [cidr("10.2.0.0/24")] })] });
  for (const text of [...all, elsewhere]) await judged(text);
  const [a, b, c] = all as [HeldText, HeldText, HeldText];
  owners.texts.delete(a.uuid);
  owners.texts.set(b.uuid, { ...b, revision: 2 });
  owners.texts.set(c.uuid, { ...c, revision: 2, rules: elsewhere.rules });
  const before = await contentOf(database);
  owners.asked.length = 0;
  const preview = async () =>
    ask(
      "query ($input: BoundaryInput!) { previewBoundary(input: $input) { flippedCount unchangedCount flips { changeRequestId revision from to } } }",
      { input: aBoundaryInput({ id: "no", action: "Fail", sources: [{ type: "ConnectGroup", groupId: "web" }] }) },
    );
  for (let n = 0; n < 2; n += 1) {
    const { data, errors } = await preview();
    expect(errors).toBeUndefined();
    expect(data.previewBoundary).toEqual({
      flippedCount: 2,
      unchangedCount: 2,
      flips: [
        { changeRequestId: "b", revision: 2, from: "Pass", to: "Fail" },
        { changeRequestId: "d", revision: 1, from: "Pass", to: "Fail" },
      ],
    });
  }
  // Those saved since, once: whatever is judged is read from the evaluator's own store.
  expect(owners.asked.filter((path) => path === currentTextsPath)).toHaveLength(2);
  expect(await contentOf(database)).toEqual(before);
  owners.inventoryAway = true;
  expect((await preview()).errors[0]).toMatchObject({
    message: expect.stringContaining('group "web" can\'t be looked up'),
    extensions: { code: "UPSTREAM_UNAVAILABLE" },
  });
});

test("what a mutation answered, the next evaluation of every process sees", async () => {
  const text = hold();
  for (let n = 1; n <= 5; n += 1) {
    await saveBoundary({ name: `take ${n}`, enforced: n % 2 === 1 });
    expect(await judged(text, n)).toMatchObject({ state: n % 2 === 1 ? "Pass" : "Review" });
  }
});

test("the outcome is for change-request alone", async () => {
  const id = { changeRequestUuid: crypto.randomUUID(), revision: 1, attempt: 1 };
  const foreign = await issuer.serviceToken({ subject: "service:inventory", audience: issuer.services.audience });
  expect(await outcome(id)).toMatchObject({ code: "NOT_FOUND" });
  expect(await outcome(id, user)).toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await outcome(id, foreign)).toMatchObject({ code: "FORBIDDEN" });
});

test("the inventory alone may ask which boundaries name a group", async () => {
  await saveBoundary({ sources: [{ type: "ConnectGroup", groupId: "web/\u{1F600}" }] });
  const inventory = await issuer.serviceToken({ subject: "service:inventory", audience: issuer.services.audience });
  const naming = async (body: object, authorization: string) => {
    const url = `http://127.0.0.1:${subgraph.server.port}${boundariesNamingGroupPath}`;
    const headers = { authorization, "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return JSON.parse(await response.text());
  };
  expect(await naming({ groupId: "web/\u{1F600}" }, inventory)).toEqual({ boundaryIds: ["b-1"] });
  expect(await naming({ groupId: "web" }, inventory)).toEqual({ boundaryIds: [] });
  expect(await naming({}, inventory)).toMatchObject({ code: "BAD_USER_INPUT" });
  expect(await naming({ groupId: "web" }, changeRequestToken)).toMatchObject({ code: "FORBIDDEN" });
  expect(await naming({ groupId: "web" }, user)).toMatchObject({ code: "UNAUTHENTICATED" });
});

test("who is judged with other addresses than there are now is asked for again, and who is deleted is forgotten", async () => {
  await saveBoundary({ sources: [{ type: "ConnectGroup", groupId: "web" }] });
  owners.groups.set("web", ["10.1.0.0/16"]);
  const [stays, goes] = [hold({ id: "cr-1" }), hold({ id: "cr-2" })];
  const elsewhere = hold({ id: "cr-3", rules: [aRule({ sources: [cidr("172.16.0.0/24")] })] });
  for (const text of [stays, goes, elsewhere]) await judged(text);
  expect(await database.collection("standing-judgings").countDocuments()).toBe(3);
  owners.texts.delete(goes.uuid);
  owners.groups.set("web", ["10.1.0.0/17"]);
  await until("being asked", async () => owners.askedAgain.length >= 2);
  expect(owners.askedAgain).toEqual([stays, goes].map(({ uuid }) => ({ changeRequestUuid: uuid, attempt: 1 })));
  await until("forgetting", async () => (await database.collection("standing-judgings").countDocuments()) === 2);
  expect(await judged(stays, 2)).toMatchObject({
    state: "Review",
    stateReason: expect.stringMatching(/It was Pass until group "web" lost 10\.1\.128\.0\/17\.$/),
  });
});

test("both processes say that they are ready, and the owners were shown a token", async () => {
  for (const { server } of [subgraph, worker])
    expect((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status).toBe(200);
  await judged(hold());
  expect(owners.tokens.every((token) => token?.startsWith("Bearer ey"))).toBe(true);
});

/** Every document of every collection. */
async function contentOf(db: Db) {
  const names = (await db.listCollections().toArray()).map(({ name }) => name).sort();
  return Promise.all(names.map(async (name) => [name, await db.collection(name).find().sort({ _id: 1 }).toArray()]));
}
