import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { boundariesNamingGroupPath } from "@network-access/service-contracts/boundaries-naming-group";
import { currentTextsPath } from "@network-access/service-contracts/saved-change-request";
import { until } from "@network-access/testkit/until";
import type { Db } from "mongodb";
import { aBoundaryInput, aRule, cidr, group } from "../test/boundaries.ts";
import type { StoredRequest } from "../test/owners-simulator.ts";
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

test("a draft has the verdict of the saved request and stores nothing", async () => {
  await evaluator.saveBoundary();
  const before = await contentOf(evaluator.database);
  const input = { id: "cr-1", name: "n", projectId: "shop", rules: [aRule()] };
  const { data, errors } = await evaluator.ask(
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
  expect(await contentOf(evaluator.database)).toEqual(before);
});

test("a preview covers evaluated, newly saved and deleted requests, and stores nothing", async () => {
  await evaluator.saveBoundary();
  evaluator.owners.groups.set("web", ["10.1.0.0/24"]);
  evaluator.owners.revisionsAPage = 2;
  const web = [aRule({ sources: [group("web")] })];
  const all = ["a", "b", "c", "d"].map((id) => evaluator.store({ id, rules: web }));
  const elsewhere = evaluator.store({ id: "e", rules: [aRule({ sources: [cidr("10.2.0.0/24")] })] });
  for (const text of [...all, elsewhere]) await evaluator.evaluated(text);
  const [a, b, c] = all as [StoredRequest, StoredRequest, StoredRequest];
  evaluator.owners.texts.delete(a.uuid);
  evaluator.owners.texts.set(b.uuid, { ...b, revision: 2 });
  evaluator.owners.texts.set(c.uuid, { ...c, revision: 2, rules: elsewhere.rules });
  const before = await contentOf(evaluator.database);
  evaluator.owners.asked.length = 0;
  const preview = async () =>
    evaluator.ask(
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
  // Each of the two previews calls the change-request service once, for the requests that were saved after their last
  // evaluation. All other requests come from the evaluator's own stores.
  expect(evaluator.owners.asked.filter((path) => path === currentTextsPath)).toHaveLength(2);
  expect(await contentOf(evaluator.database)).toEqual(before);
  evaluator.owners.inventoryAway = true;
  expect((await preview()).errors[0]).toMatchObject({
    message: expect.stringContaining('group "web" can\'t be looked up'),
    extensions: { code: "UPSTREAM_UNAVAILABLE" },
  });
});

test("the next evaluation of every process uses an acknowledged mutation", async () => {
  const text = evaluator.store();
  for (let n = 1; n <= 5; n += 1) {
    await evaluator.saveBoundary({ name: `take ${n}`, enforced: n % 2 === 1 });
    expect(await evaluator.evaluated(text, n)).toMatchObject({ state: n % 2 === 1 ? "Pass" : "Review" });
  }
});

test("only change-request may read verdicts", async () => {
  const id = { changeRequestUuid: crypto.randomUUID(), revision: 1, attempt: 1 };
  const foreign = await fixture.issuer.serviceToken({
    subject: "service:inventory",
    audience: fixture.issuer.services.audience,
  });
  expect(await evaluator.verdict(id)).toMatchObject({ code: "NOT_FOUND" });
  expect(await evaluator.verdict(id, evaluator.user)).toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await evaluator.verdict(id, foreign)).toMatchObject({ code: "FORBIDDEN" });
});

test("only the inventory may ask which boundaries name a group", async () => {
  await evaluator.saveBoundary({ sources: [{ type: "ConnectGroup", groupId: "web/\u{1F600}" }] });
  const { audience } = fixture.issuer.services;
  const inventory = await fixture.issuer.serviceToken({ subject: "service:inventory", audience });
  const changeRequest = await fixture.issuer.serviceToken({ subject: "service:change-request", audience });
  const naming = (body: object, token: string) => evaluator.call(boundariesNamingGroupPath, token, body);
  expect(await naming({ groupId: "web/\u{1F600}" }, inventory)).toEqual({ boundaryIds: ["b-1"] });
  expect(await naming({ groupId: "web" }, inventory)).toEqual({ boundaryIds: [] });
  expect(await naming({}, inventory)).toMatchObject({ code: "BAD_USER_INPUT" });
  expect(await naming({ groupId: "web" }, changeRequest)).toMatchObject({ code: "FORBIDDEN" });
  expect(await naming({ groupId: "web" }, evaluator.user)).toMatchObject({ code: "UNAUTHENTICATED" });
});

test("both processes become ready, and calls to the owners have a token", async () => {
  for (const url of evaluator.urls()) await until("readiness", async () => (await fetch(`${url}/readyz`)).ok);
  await evaluator.evaluated(evaluator.store());
  expect(evaluator.owners.tokens.every((token) => token?.startsWith("Bearer ey"))).toBe(true);
});

/** Returns every document of every collection. */
async function contentOf(db: Db) {
  const names = (await db.listCollections().toArray()).map(({ name }) => name).sort();
  return Promise.all(names.map(async (name) => [name, await db.collection(name).find().sort({ _id: 1 }).toArray()]));
}
