import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { until } from "@network-access/testkit/until";
import { aRule } from "../test/boundaries.ts";
import {
  type EvaluatorFixture,
  engines,
  openEvaluatorFixture,
  type RunningEvaluator,
} from "../test/running-evaluator.ts";

let fixture: EvaluatorFixture;
let evaluator: RunningEvaluator;
const doors: EngineDoor[] = [];
beforeAll(async () => {
  fixture = await openEvaluatorFixture();
});
afterEach(async () => {
  for (const door of doors) await door.open();
  await evaluator.stop();
  for (const door of doors.splice(0)) await door.shut();
});
afterAll(() => fixture.stop());

async function doorTo(engineUrl: string): Promise<EngineDoor> {
  const door = await createEngineDoor(engineUrl);
  doors.push(door);
  return door;
}
/** Returns the HTTP statuses of the readiness routes of the subgraph and of the worker. */
const readiness = () => Promise.all(evaluator.urls().map(async (url) => (await fetch(`${url}/readyz`)).status));
const areReady = async (...expected: readonly number[]) =>
  until(`readiness ${expected}`, async () => (await readiness()).join() === expected.join());
const draft = () =>
  evaluator.ask("query ($input: ChangeRequestInput!) { evaluateChangeRequest(input: $input) { state } }", {
    input: { id: "cr-1", name: "n", projectId: "shop", rules: [aRule()] },
  });
/**
 * Sends the evaluation job of a new request. Returns a function that reports whether the change-request service was
 * notified of the verdict.
 */
async function sendOne(): Promise<() => boolean> {
  const text = evaluator.store();
  const id = { changeRequestUuid: text.uuid, revision: text.revision, attempt: 1 };
  expect(await evaluator.sender.send(id)).toEqual({ ok: true });
  return () => evaluator.notified.includes(evaluationIdText(id));
}

test("without the database neither process is ready, drafts are refused, and waiting jobs are done afterwards", async () => {
  const door = await doorTo(engines.mongoUrl);
  evaluator = await fixture.start({ MONGO_URL: door.url });
  await evaluator.saveBoundary();
  await areReady(200, 200);
  await door.shut();
  await areReady(503, 503);
  const { data, errors } = await draft();
  expect(data?.evaluateChangeRequest ?? null).toBeNull();
  expect(errors[0].extensions.code).toBe("UPSTREAM_UNAVAILABLE");
  const isReported = await sendOne();
  expect(isReported()).toBe(false);

  await door.open();
  await areReady(200, 200);
  await until("the verdict of the job", isReported);
  expect((await draft()).data.evaluateChangeRequest.state).toBe("Pass");
});

test("without Redis the worker is not ready, the subgraph evaluates drafts, and waiting jobs are done afterwards", async () => {
  const door = await doorTo(engines.redisUrl);
  evaluator = await fixture.start({ REDIS_URL: door.url });
  await evaluator.saveBoundary();
  await areReady(200, 200);
  await door.shut();
  await areReady(200, 503);
  expect((await draft()).data.evaluateChangeRequest.state).toBe("Pass");
  const isReported = await sendOne();
  expect(isReported()).toBe(false);

  await door.open();
  await areReady(200, 200);
  await until("the verdict of the job", isReported);
});
