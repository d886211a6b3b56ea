import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "@jest/globals";
import { changeRequestEvaluated } from "@network-access/service-contracts/change-request-evaluated";
import { evaluateChangeRequest } from "@network-access/service-contracts/evaluate-change-request";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { stack } from "./shared-stack.ts";

let client: ReturnType<typeof changeRequests>;

beforeAll(() => {
  client = changeRequests(stack.graph());
});

const settled = async () => {
  await stack.jobs.settled(evaluateChangeRequest);
  await stack.jobs.settled(changeRequestEvaluated);
};
/**
 * Returns the id, revision and attempt of the last evaluation by the worker. First waits until the worker's jobs are
 * done, because a verdict is stored before its job is done. Before a test starts the evaluation, it must wait until the
 * jobs of earlier tests are done.
 */
const lastEvaluation = async () => {
  await settled();
  const last = await stack.jobs.lastDone(changeRequestEvaluated);
  if (last === undefined) throw new Error("no evaluation was answered yet");
  return last;
};
const request = (id: string, port = 443) => ({
  id,
  name: id,
  projectId: "faults",
  rules: [tcpRule("10.0.0.0/24", "10.1.0.0/24", port)],
});

test("a worker killed again and again in the middle of its work loses no evaluation and counts no use twice", async () => {
  const before = (await client.useCount("all-web")) ?? 0;
  const worker = stack.process("boundary-evaluator-worker");
  const ids = Array.from({ length: 40 }, (_, n) => `killed-${n}`);
  const saving = (async () => {
    for (const id of ids) {
      await client.save(request(id));
      await pause(25);
    }
  })();
  for (let round = 0; round < 3; round += 1) {
    await pause(250);
    await worker.kill("SIGKILL");
    await worker.start();
  }
  await saving;
  for (const id of ids) expect(await client.judged(id)).toMatchObject({ state: "Pass", revision: 1 });
  await eventually(
    () => client.useCount("all-web"),
    (count) => count === before + ids.length,
  );
});

test("a crash between an evaluation's record and its uses is repaired by the reconciler, once", async () => {
  await settled();
  await client.save(request("crashed"));
  await client.judged("crashed");
  // Waits until nothing more is written, because `judged` returns when the verdict is published, which may be before
  // the evaluation record is marked as counted.
  await settled();
  const before = await client.useCount("all-web");
  const { changeRequestUuid, revision, attempt } = await lastEvaluation();
  const ofThisRevision = `${changeRequestUuid}:${revision}:`;
  // Creates the state that a crash leaves before the uses of an evaluation are written: no uses are stored, and the
  // evaluation's record is not marked as counted.
  await stack.database("boundary-evaluator", async (database) => {
    const uses = database.collection<{ _id: string }>("boundary-uses");
    expect((await uses.deleteMany({ _id: { $regex: `^${ofThisRevision}` } })).deletedCount).toBe(1);
    const evaluations = database.collection<{ _id: string }>("evaluations");
    const unmarked = { $set: { counted: false, "record.evaluatedAt": "2020-01-01T00:00:00.000Z" } };
    expect(
      (await evaluations.updateOne({ _id: `${changeRequestUuid}:${revision}:${attempt}` }, unmarked)).modifiedCount,
    ).toBe(1);
  });
  const usesThereAre = async () => {
    let count = 0;
    await stack.database("boundary-evaluator", async (database) => {
      const uses = database.collection<{ _id: string }>("boundary-uses");
      count = await uses.countDocuments({ _id: { $regex: `^${ofThisRevision}` } });
    });
    return count;
  };
  await eventually(usesThereAre, (count) => count === 1);
  expect(await client.useCount("all-web")).toBe(before);
  expect(await client.read("crashed")).toMatchObject({ state: "Pass", revision: 1 });
});

test("a result delivered twice, late, or for a request that was deleted and created again changes nothing", async () => {
  await settled();
  await client.save(request("late"));
  await client.judged("late");
  const first = await lastEvaluation();
  await client.save(request("late", 22));
  const second = await client.judged("late");
  expect(second).toMatchObject({ revision: 2, state: "Review" });
  const latest = await lastEvaluation();

  await stack.jobs.send(changeRequestEvaluated, latest);
  await stack.jobs.send(changeRequestEvaluated, latest);
  await stack.jobs.send(changeRequestEvaluated, first);
  await stack.jobs.send(evaluateChangeRequest, first);
  await settled();
  expect(await client.read("late")).toEqual(second);

  await client.remove("late");
  await client.save(request("late"));
  const reborn = await client.judged("late");
  expect(reborn).toMatchObject({ revision: 3, state: "Pass" });
  await stack.jobs.send(changeRequestEvaluated, latest);
  await stack.jobs.send(evaluateChangeRequest, latest);
  await settled();
  expect(await client.read("late")).toEqual(reborn);
});
