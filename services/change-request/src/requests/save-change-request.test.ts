import { expect, test } from "@jest/globals";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { aClock, anInput, pace } from "../../test/change-requests.ts";
import { canExist, deleteChangeRequest } from "./delete-change-request.ts";
import { inMemoryChangeRequestStore } from "./in-memory-change-request-store.ts";
import { purgeDeleted } from "./purge-deleted.ts";
import { saveChangeRequest } from "./save-change-request.ts";

const ada = { name: "ada@example.com" };

function aService() {
  const clock = aClock();
  const store = inMemoryChangeRequestStore();
  const sent: EvaluationId[] = [];
  const send = async (id: EvaluationId) => sent.push(id) > 0;
  return { clock, store, sent, needs: { store, send, now: clock.now, newUuid: () => crypto.randomUUID(), pace } };
}

test("the job carries creation, revision and attempt, and is due again after 30 s", async () => {
  const { store, sent, needs } = aService();
  await saveChangeRequest(needs, ada, anInput(), undefined);
  await saveChangeRequest(needs, ada, anInput(), undefined);
  const request = await store.get("cr-1");
  const changeRequestUuid = request?.uuid;
  expect(sent).toEqual([
    { changeRequestUuid, revision: 1, attempt: 1 },
    { changeRequestUuid, revision: 2, attempt: 2 },
  ]);
  expect(request?.evaluation).toMatchObject({
    wanted: 2,
    done: 0,
    sendings: 1,
    nextSendAt: "2026-11-21T05:00:30.000Z",
  });
});

test("a save succeeds while the queue is away, and its job is due at once", async () => {
  const { clock, store, needs } = aService();
  const saved = await saveChangeRequest({ ...needs, send: async () => false }, ada, anInput(), undefined);
  expect(saved.ok).toBe(true);
  expect((await store.due(clock.now().toISOString(), 10)).map(({ evaluation }) => evaluation.sendings)).toEqual([0]);
});

test("a save succeeds even when the store fails right after it", async () => {
  const { store, needs } = aService();
  const failing = { ...store, updateEvaluation: () => Promise.reject(new Error("away")) };
  const saved = await saveChangeRequest(
    { ...needs, store: failing, send: async () => false },
    ada,
    anInput(),
    undefined,
  );
  expect(saved.ok).toBe(true);
});

test("a request under a deleted id is a new one that continues the counter", async () => {
  const { store, needs } = aService();
  await saveChangeRequest(needs, ada, anInput(), undefined);
  const before = await store.get("cr-1");
  await deleteChangeRequest(needs, "cr-1");
  const again = await saveChangeRequest(needs, { name: "grace" }, anInput({ projectId: "bank" }), 0);
  expect(again).toMatchObject({ ok: true, changeRequest: { revision: 2, projectId: "bank", createdBy: "grace" } });
  expect((await store.get("cr-1"))?.uuid).not.toBe(before?.uuid);
});

test("an expected revision of a deleted request is refused: there is none", async () => {
  const { needs } = aService();
  await saveChangeRequest(needs, ada, anInput(), undefined);
  await deleteChangeRequest(needs, "cr-1");
  const refused = await saveChangeRequest(needs, ada, anInput(), 1);
  expect(refused).toMatchObject({
    ok: false,
    failure: { kind: "conflict", message: expect.stringContaining("send 0") },
  });
});

test("counters are purged only after their time", async () => {
  const { clock, store, needs } = aService();
  await saveChangeRequest(needs, ada, anInput(), undefined);
  await deleteChangeRequest(needs, "cr-1");
  const purge = () => purgeDeleted({ store, now: clock.now, keepMs: 1_000 }, new AbortController().signal);
  clock.advance(1_000);
  await purge();
  expect(await store.occupant("cr-1")).toBeDefined();
  clock.advance(1);
  await purge();
  expect(await store.occupant("cr-1")).toBeUndefined();
});

test.each(["", "\ud800", "a\nb", "x".repeat(257)])("no request can have the id %j", (id) => {
  expect(canExist(id)).toBe(false);
});
