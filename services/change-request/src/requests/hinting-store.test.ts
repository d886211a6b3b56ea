import { expect, test } from "@jest/globals";
import { aChangeRequest, aClock, aVerdict, pace } from "../../test/change-requests.ts";
import { withAnotherAttempt, withSend, withVerdict } from "./evaluation-progress.ts";
import { withHints } from "./hinting-store.ts";
import { inMemoryChangeRequestStore } from "./in-memory-change-request-store.ts";

const { now } = aClock();

async function aStore() {
  const hints: string[] = [];
  const store = withHints(inMemoryChangeRequestStore(), (id) => void hints.push(id));
  const request = aChangeRequest();
  await store.create(request, undefined);
  const { id, uuid, revision } = request;
  return { hints, store, request, evaluated: { changeRequestUuid: uuid, revision, attempt: 1 }, id };
}

test("each write that changes the shown state is hinted at once", async () => {
  const { hints, store, request, evaluated } = await aStore();
  expect(hints).toEqual(["cr-1"]);
  const judged = withVerdict(request, aVerdict(evaluated), now(), pace);
  if (!judged) throw new Error("the outcome does not fit");
  await store.updateEvaluation(request, judged);
  expect(hints).toHaveLength(2);
  const { name, rules, updatedAt, updatedBy, evaluation } = request;
  await store.revise(
    { id: "cr-1", uuid: request.uuid, revision: 1 },
    { name, rules, updatedAt, updatedBy, evaluation },
  );
  expect(hints).toHaveLength(3);
  await store.remove("cr-1", updatedAt);
  expect(hints).toEqual(Array(4).fill("cr-1"));
});

test("a write that did not happen is not hinted", async () => {
  const { hints, store, request, evaluated } = await aStore();
  hints.length = 0;
  const { name, rules, updatedAt, updatedBy, evaluation } = request;
  await store.create(aChangeRequest(), undefined);
  await store.revise(
    { id: "cr-1", uuid: request.uuid, revision: 9 },
    { name, rules, updatedAt, updatedBy, evaluation },
  );
  await store.remove("unknown", updatedAt);
  const judged = withVerdict(request, aVerdict(evaluated), now(), pace);
  await store.updateEvaluation({ ...request, revision: 9 }, judged ?? request);
  expect(hints).toEqual([]);
});

test("progress that is not shown is not hinted, the Error after too many sends is", async () => {
  const { hints, store, request, evaluated } = await aStore();
  hints.length = 0;
  const sent = withSend(request, now(), pace);
  await store.updateEvaluation(request, sent);
  await store.updateEvaluation(sent, withAnotherAttempt(sent, evaluated.attempt, now(), pace) ?? sent);
  expect(hints).toEqual([]);
  const status = await store.evaluationStatus(request.uuid);
  if (!status) throw new Error("there is no such request");
  const impatient = { ...pace, sendsBeforeError: 1 };
  await store.updateEvaluation(status, withSend(status, now(), impatient));
  expect(hints).toEqual(["cr-1"]);
});
