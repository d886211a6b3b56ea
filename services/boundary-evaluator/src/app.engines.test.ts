import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import { until } from "@network-access/testkit/until";
import { aRule, cidr, group } from "../test/boundaries.ts";
import { type EvaluatorFixture, openEvaluatorFixture, type RunningEvaluator } from "../test/running-evaluator.ts";

let fixture: EvaluatorFixture;
let evaluator: RunningEvaluator;
beforeAll(async () => {
  fixture = await openEvaluatorFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  evaluator = await fixture.start();
});
afterEach(() => evaluator.stop());

const boundaryFields = '{ boundary(id: "b-1") { revision useCount lastUsedAt } }';

test("a job evaluates a saved request: record, uses, notification, results in the graph", async () => {
  await evaluator.saveBoundary();
  await evaluator.saveBoundary({ id: "b-2", name: "Elsewhere", sources: [{ type: "Cidr", cidr: "172.16.0.0/12" }] });
  const text = evaluator.store();
  expect(await evaluator.evaluated(text)).toMatchObject({ state: "Pass", retry: false, score: null, attempt: 1 });
  const { data } = await evaluator.ask(
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
  expect((await evaluator.ask(boundaryFields)).data.boundary).toMatchObject({
    useCount: 1,
    lastUsedAt: expect.any(String),
  });
});

test("a job that is delivered twice records once, counts once and notifies again", async () => {
  await evaluator.saveBoundary();
  const text = evaluator.store();
  const id = { changeRequestUuid: text.uuid, revision: 1, attempt: 1 };
  const first = await evaluator.evaluated(text);
  const recorded = await evaluator.database.collection("evaluations").findOne({});
  evaluator.notified.length = 0;
  await until("another notification", async () => {
    // The queue drops a job if the same job is still unfinished, so a single send may have no effect. The test repeats
    // the send until a notification arrives.
    await evaluator.sender.send(id);
    return evaluator.notified.includes(evaluationIdText(id));
  });
  expect(await evaluator.verdict(id)).toEqual(first);
  expect(await evaluator.database.collection("evaluations").find({}).toArray()).toEqual([recorded]);
  expect((await evaluator.ask(boundaryFields)).data.boundary.useCount).toBe(1);
});

test("another attempt of the same revision is another record and no other use", async () => {
  await evaluator.saveBoundary();
  const text = evaluator.store();
  await evaluator.evaluated(text, 1);
  await evaluator.evaluated(text, 2);
  expect(await evaluator.database.collection("evaluations").countDocuments()).toBe(2);
  expect((await evaluator.ask(boundaryFields)).data.boundary.useCount).toBe(1);
});

test("a job for a deleted request or an older revision ends without a record", async () => {
  await evaluator.saveBoundary();
  const text = evaluator.store({ revision: 2 });
  await evaluator.sender.send({ changeRequestUuid: crypto.randomUUID(), revision: 1, attempt: 1 });
  await evaluator.sender.send({ changeRequestUuid: text.uuid, revision: 1, attempt: 1 });
  await evaluator.evaluated(text);
  expect(await evaluator.database.collection("evaluations").countDocuments()).toBe(1);
});

test("a record that a crash left unfinished is finished by the reconciler", async () => {
  const { id } = await evaluator.saveBoundary();
  const text = evaluator.store();
  await evaluator.evaluated(text);
  // Recreates the state after a crash right after the evaluation was stored: no use of a boundary is counted, the
  // evaluation is not marked as finished, and the change-request service is not notified.
  await evaluator.database.collection("boundary-uses").deleteMany({});
  evaluator.notified.length = 0;
  await evaluator.database.collection("evaluations").updateMany({}, { $set: { counted: false } });
  await until("another notification", async () => evaluator.notified.includes(`${text.uuid}:1:1`));
  expect((await evaluator.ask(boundaryFields)).data.boundary.useCount).toBe(1);
  await until("the record is finished", () => evaluator.database.collection("evaluations").findOne({ counted: true }));
  expect(id).toBe("b-1");
});

test("while the inventory is unavailable the verdict is Error with its reason and a retry, and the retry succeeds", async () => {
  await evaluator.saveBoundary();
  evaluator.owners.groups.set("web", ["10.1.0.0/24", "10.1.2.0/24", "10.1.4.0/24"]);
  const text = evaluator.store({ rules: [aRule({ sources: [group("web")] })] });
  evaluator.owners.inventoryAway = true;
  const away = await evaluator.evaluated(text, 1);
  expect(away).toMatchObject({ state: "Error", retry: true });
  expect(away.stateReason).toContain("web");
  evaluator.owners.inventoryAway = false;
  expect(await evaluator.evaluated(text, 2)).toMatchObject({ state: "Pass", retry: false });
  const { data } = await evaluator.ask(
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
  await evaluator.saveBoundary();
  evaluator.owners.groups.set("web", ["10.1.0.0/24"]);
  const text = evaluator.store({ rules: [aRule({ sources: [group("web")] })] });
  await evaluator.evaluated(text, 1);
  evaluator.owners.groups.set("web", ["172.16.0.0/24"]);
  evaluator.owners.texts.set(text.uuid, { ...text, revision: 2 });
  expect(await evaluator.evaluated({ ...text, revision: 2 }, 2)).toMatchObject({ state: "Review" });
  const both = await Promise.all(
    [1, 2, 3].map((revision) =>
      evaluator.ask(
        'query ($revision: Int!) { changeRequestEvaluation(id: "cr-1", revision: $revision) { revision state resolved { hash } } }',
        { revision },
      ),
    ),
  );
  const [first, second, none] = both.map(({ data }) => data.changeRequestEvaluation);
  expect([first.state, second.state, none]).toEqual(["Pass", "Review", null]);
  expect(first.resolved).not.toEqual(second.resolved);
});

test("a job that was sent while no worker ran is done by the next one", async () => {
  await evaluator.saveBoundary();
  const text = evaluator.store();
  await evaluator.stopWorker();
  await evaluator.sender.send({ changeRequestUuid: text.uuid, revision: 1, attempt: 1 });
  await evaluator.startWorker();
  await until("the notification", async () => evaluator.notified.includes(`${text.uuid}:1:1`));
});

test("requests with outdated addresses are re-evaluated, and deleted ones are removed", async () => {
  await evaluator.saveBoundary({ sources: [{ type: "ConnectGroup", groupId: "web" }] });
  evaluator.owners.groups.set("web", ["10.1.0.0/16"]);
  const [stays, goes] = [evaluator.store({ id: "cr-1" }), evaluator.store({ id: "cr-2" })];
  const elsewhere = evaluator.store({ id: "cr-3", rules: [aRule({ sources: [cidr("172.16.0.0/24")] })] });
  for (const text of [stays, goes, elsewhere]) await evaluator.evaluated(text);
  expect(await evaluator.database.collection("standing-judgings").countDocuments()).toBe(3);
  evaluator.owners.texts.delete(goes.uuid);
  evaluator.owners.groups.set("web", ["10.1.0.0/17"]);
  await until("the requests", async () => evaluator.owners.requested.length >= 2);
  expect(evaluator.owners.requested).toEqual(
    [stays, goes].map(({ uuid }) => ({ changeRequestUuid: uuid, attempt: 1 })),
  );
  await until(
    "the removal",
    async () => (await evaluator.database.collection("standing-judgings").countDocuments()) === 2,
  );
  expect(await evaluator.evaluated(stays, 2)).toMatchObject({
    state: "Review",
    stateReason: expect.stringMatching(/It was Pass until group "web" lost 10\.1\.128\.0\/17\.$/),
  });
});

test("between two whole scans a hint finds a request that was evaluated since and names what changed", async () => {
  const patient = await fixture.start({ COMPARE_EVERY_MS: "600000" });
  try {
    const naming = (id: string) => patient.store({ id, rules: [aRule({ sources: [group(id)] })] });
    const isReevaluated = async (uuid: string) => {
      await patient.hint();
      return patient.owners.requested.some(({ changeRequestUuid }) => changeRequestUuid === uuid);
    };
    await patient.saveBoundary();
    for (const id of ["first", "second"]) patient.owners.groups.set(id, []);
    const first = naming("first");
    await patient.evaluated(first);
    patient.owners.groups.set("first", ["10.1.0.0/24"]);
    await until("a whole scan", () => isReevaluated(first.uuid));
    const second = naming("second");
    await patient.evaluated(second);
    patient.owners.groups.set("second", ["10.1.1.0/24"]);
    await until("the request evaluated since", () => isReevaluated(second.uuid));
  } finally {
    await patient.stop();
  }
});
