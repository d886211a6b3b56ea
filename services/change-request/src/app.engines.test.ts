import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationVerdict } from "@network-access/service-contracts/evaluation-verdict";
import { NewestRevisions, newestRevisionsPath } from "@network-access/service-contracts/newest-revisions";
import {
  RequestedReevaluations,
  requestReevaluationPath,
} from "@network-access/service-contracts/request-reevaluation";
import {
  CurrentTexts,
  currentTextsPath,
  SavedChangeRequest,
  savedChangeRequestPath,
} from "@network-access/service-contracts/saved-change-request";
import { createLogger } from "@network-access/service-runtime/logger";
import type { ServiceTokens } from "@network-access/testkit/service-tokens";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { anInput } from "../test/change-requests.ts";
import { type EvaluatorSimulator, startEvaluatorSimulator } from "../test/evaluator-simulator.ts";
import { dropDatabase, type RunningProcess, startProcess, tokensOf } from "../test/start-process.ts";

/** Tests the whole process except its entry file, with a real MongoDB and Redis and a simulated evaluator. */

const redisUrl = process.env.TEST_REDIS_URL ?? "";
const logger = createLogger({ name: "test", level: "silent" });

let issuer: TestIssuer;
let tokens: ServiceTokens;
let user: string;
let running: RunningProcess;
let evaluator: EvaluatorSimulator;
let database: string;
let judge: (id: EvaluationId) => Partial<EvaluationVerdict> | undefined;

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
  database = `cr_app_${crypto.randomUUID().slice(0, 8)}`;
  judge = () => ({});
  evaluator = await startEvaluatorSimulator({
    redis: { url: redisUrl },
    prefix: database,
    logger,
    judge: (id) => judge(id),
  });
  running = await startProcess({
    issuer,
    database,
    evaluatorUrl: evaluator.url,
    serviceTokenFile: tokens.serviceTokenFile,
  });
});
afterEach(async () => {
  await running.stop();
  await evaluator.stop();
  await dropDatabase(database);
});

async function post(query: string, variables: object) {
  const response = await fetch(`${running.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: user },
    body: JSON.stringify({ query, variables }),
  });
  return JSON.parse(await response.text());
}
const fields = "revision state stateReason evaluationId";
async function save(members: Parameters<typeof anInput>[0] = {}) {
  const text = `mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { ${fields} } }`;
  const { data, errors } = await post(text, { input: anInput(members) });
  expect(errors).toBeUndefined();
  return data.saveChangeRequest;
}
async function read() {
  return (await post(`{ changeRequest(id: "cr-1") { ${fields} } }`, {})).data.changeRequest;
}
async function untilState(state: string) {
  return until(`the state ${state}`, async () => {
    const request = await read();
    return request.state === state && request;
  });
}
function text(uuid: string, revision: number, authorization?: string) {
  const headers: Record<string, string> = authorization ? { authorization } : {};
  return fetch(`${running.url}${savedChangeRequestPath(uuid, revision)}`, { headers });
}

test("a save leads to a verdict, requested by a job and fetched with the service's token", async () => {
  judge = () => ({ state: "Fail", stateReason: "no" });
  expect(await save()).toMatchObject({ revision: 1, state: "Pending" });
  const judged = await untilState("Fail");
  expect(judged).toMatchObject({ revision: 1, stateReason: "no" });
  expect(judged.evaluationId).toBe(`${evaluator.asked[0]?.changeRequestUuid}:1:1`);
  expect(evaluator.tokens[0]).toMatch(/^Bearer ey/);
});

test("a lost job is sent again until there is a verdict", async () => {
  judge = () => (evaluator.asked.length < 2 ? undefined : {});
  await save();
  expect(await untilState("Pass")).toMatchObject({ revision: 1 });
  expect(evaluator.asked.length).toBeGreaterThan(1);
  expect(new Set(evaluator.asked.map(({ attempt }) => attempt))).toEqual(new Set([1]));
});

test("after too many unanswered sends it shows Error, and a verdict when the evaluator is back", async () => {
  judge = () => undefined;
  await save();
  const given = await untilState("Error");
  expect(given).toMatchObject({
    stateReason: "the evaluator did not answer 3 requests; it is asked again every 0.2 s",
    evaluationId: "none",
  });
  judge = () => ({});
  expect(await untilState("Pass")).toMatchObject({ revision: 1 });
});

test("a failed lookup shows Error, and a later attempt the verdict", async () => {
  judge = () => ({ state: "Error", stateReason: "inventory away", retry: true });
  await save();
  await until("the lookup's error", async () => (await read()).stateReason === "inventory away");
  judge = () => ({});
  const { evaluationId } = await untilState("Pass");
  expect(Number(/:1:(\d+)$/.exec(evaluationId)?.[1])).toBeGreaterThan(1);
});

test("a verdict reported twice, late, or for a deleted and re-created request changes nothing", async () => {
  await save();
  await untilState("Pass");
  const [first] = evaluator.asked;
  if (!first) throw new Error("nothing was asked");
  judge = ({ revision }) => (revision === 1 ? {} : { state: "Review", stateReason: "second" });
  await save({ name: "second" });
  const second = await untilState("Review");
  await evaluator.report(first);
  await evaluator.report({ ...first, attempt: 99 });
  await post('mutation { deleteChangeRequest(id: "cr-1") }', {});
  await save({ name: "third" });
  await evaluator.report({ ...first, revision: 2, attempt: 2 });
  const third = await untilState("Review");
  expect(second.revision).toBe(2);
  expect(third).toMatchObject({ revision: 3, stateReason: "second" });
  expect(third.evaluationId).not.toContain(first.changeRequestUuid);
});

test("two saves of one id at once are two revisions", async () => {
  const saves = await Promise.all(Array.from({ length: 6 }, (_, n) => save({ name: `writer ${n}` })));
  expect(saves.map(({ revision }) => revision).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await untilState("Pass")).toMatchObject({ revision: 6 });
});

test("the evaluator gets the text of the current revision, and of no other", async () => {
  const token = `Bearer ${await issuer.serviceToken({ subject: "service:boundary-evaluator", audience: "change-request" })}`;
  await save();
  await untilState("Pass");
  const uuid = evaluator.asked[0]?.changeRequestUuid ?? "";
  const answer = await text(uuid, 1, token);
  expect(answer.status).toBe(200);
  const saved = SavedChangeRequest.parse(await answer.json());
  expect(saved).toMatchObject({
    id: "cr-1",
    projectId: "shop",
    rules: [{ id: "rule-1", services: [{ portStart: 443 }] }],
  });
  expect((await text(uuid, 2, token)).status).toBe(409);
  expect((await text(crypto.randomUUID(), 1, token)).status).toBe(404);
  expect((await text("none", 1, token)).status).toBe(404);
  await post('mutation { deleteChangeRequest(id: "cr-1") }', {});
  expect((await text(uuid, 1, token)).status).toBe(404);
});

test.each<[number, string, () => Promise<string | undefined>]>([
  [401, "a caller without a token", async () => undefined],
  [401, "a user", async () => user],
  [
    401,
    "a service with a token for another",
    () => issuer.serviceToken({ subject: "service:boundary-evaluator", audience: "inventory" }),
  ],
  [
    401,
    "a service with an expired token",
    () => issuer.serviceToken({ subject: "service:boundary-evaluator", audience: "change-request", expiresIn: -60 }),
  ],
  [
    403,
    "a service that is not listed",
    () => issuer.serviceToken({ subject: "service:inventory", audience: "change-request" }),
  ],
])("the text route answers %i to %s", async (status, _, token) => {
  const answer = await text(crypto.randomUUID(), 1, await token());
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toContain("json");
});

test("the evaluator reads which requests exist, their revisions, and their current texts", async () => {
  const token = await issuer.serviceToken({ subject: "service:boundary-evaluator", audience: "change-request" });
  const ask = async (path: string, body: object, authorization = token) => {
    const response = await fetch(`${running.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  for (const id of ["cr-1", "cr-2", "cr-3", "cr-2"]) await save({ id });
  await post('mutation { deleteChangeRequest(id: "cr-1") }', {});
  const first = await ask(newestRevisionsPath, { after: null, limit: 2 });
  expect(first.status).toBe(200);
  const { revisions, nextAfter } = NewestRevisions.parse(first.body);
  expect(revisions).toMatchObject([{ id: "cr-2", revision: 2 }]);
  const { body: second } = await ask(newestRevisionsPath, { after: nextAfter, limit: 2 });
  expect(NewestRevisions.parse(second)).toMatchObject({ revisions: [{ id: "cr-3", revision: 1 }], nextAfter: null });

  const changeRequestUuids = [revisions[0]?.changeRequestUuid ?? "", crypto.randomUUID()];
  const { body } = await ask(currentTextsPath, { changeRequestUuids });
  expect(CurrentTexts.parse(body)).toMatchObject({
    texts: [{ id: "cr-2", revision: 2, rules: [{ id: "rule-1", services: [{ portStart: 443 }] }] }],
    left: [],
  });
  for (const [path, good, bad] of [
    [newestRevisionsPath, { after: null, limit: 1 }, { after: null, limit: 10_001 }],
    [currentTextsPath, { changeRequestUuids }, { changeRequestUuids: ["cr-1"] }],
  ] as const) {
    expect((await ask(path, bad)).status).toBe(400);
    expect((await ask(path, good, user)).status).toBe(401);
    const foreign = await issuer.serviceToken({ subject: "service:inventory", audience: "change-request" });
    expect((await ask(path, good, foreign)).status).toBe(403);
  }
});

test("it is ready when the database answers", async () => {
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
});

test("a reevaluated request keeps its verdict until the new one; requesting twice is idempotent", async () => {
  await save();
  const before = await untilState("Pass");
  const [first] = evaluator.asked;
  if (!first) throw new Error("nothing was asked");
  const { changeRequestUuid, attempt } = first;
  const unknown = crypto.randomUUID();
  const token = await issuer.serviceToken({ subject: "service:boundary-evaluator", audience: "change-request" });
  const again = async (authorization: string, judgings: object[]) => {
    const response = await fetch(`${running.url}${requestReevaluationPath}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify({ judgings }),
    });
    return { status: response.status, body: await response.json() };
  };
  const judged = Promise.withResolvers<void>();
  judge = () => undefined;
  const asked = [
    { changeRequestUuid, attempt },
    { changeRequestUuid: unknown, attempt: 1 },
  ];
  for (let n = 0; n < 2; n += 1) {
    const { status, body } = await again(token, asked);
    expect(status).toBe(200);
    expect(RequestedReevaluations.parse(body)).toEqual({ outstanding: [changeRequestUuid], gone: [unknown] });
  }
  expect(await read()).toEqual(before);
  judge = (id) => {
    judged.resolve();
    return { state: "Fail", stateReason: `attempt ${id.attempt}` };
  };
  await judged.promise;
  expect(await untilState("Fail")).toMatchObject({ revision: 1, stateReason: `attempt ${attempt + 1}` });
  expect((await again(token, [{ changeRequestUuid }])).status).toBe(400);
  expect((await again(user, asked)).status).toBe(401);
  const foreign = await issuer.serviceToken({ subject: "service:inventory", audience: "change-request" });
  expect((await again(foreign, asked)).status).toBe(403);
});
