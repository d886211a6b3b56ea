import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aBoundary, aRule } from "../../test/boundaries.ts";
import { aSavedRequest, aWorker } from "../../test/evaluations.ts";
import { packRules } from "../judging/compiling/pack-rules.ts";
import { wordsOfBytes } from "../reevaluation/packed-rules-bytes.ts";
import { evaluationReconciler } from "./reconcile-evaluations.ts";

const pass = aBoundary({ id: "pass", uuid: "11111111-1111-4111-8111-111111111111" });
const elsewhere = aBoundary({
  id: "elsewhere",
  uuid: "22222222-2222-4222-8222-222222222222",
  sources: [{ type: "Cidr", negate: null, comparison: null, cidr: "172.16.0.0/12" }],
});
const useCount = async (worker: ReturnType<typeof aWorker>) =>
  (await worker.ledger.usage([pass.uuid])).get(pass.uuid)?.useCount ?? 0;

test("an evaluation is recorded with its matches, counted, marked as finished and published", async () => {
  const worker = aWorker([pass, elsewhere], aSavedRequest());
  expect(await worker.evaluate()).toBe("recorded");
  const record = await worker.evaluations.findNewest("cr-1", 1);
  expect(record).toMatchObject({ state: "Pass", usedBoundaries: [pass.uuid], retry: false });
  expect(await worker.ledger.usage([pass.uuid, elsewhere.uuid])).toEqual(
    new Map([[pass.uuid, { useCount: 1, lastUsedAt: record?.evaluatedAt }]]),
  );
  expect(await worker.evaluations.findUnfinished("9999", null, 10)).toEqual([]);
  expect(worker.notified).toHaveLength(1);
});

test("the rules are stored packed with the latest evaluation, and not when only the record was left", async () => {
  const kept = async (worker: ReturnType<typeof aWorker>, uuid: string) => {
    const [latest] = await worker.latestEvaluations.findRules([uuid]);
    return latest?.packedRules ? wordsOfBytes(latest.packedRules, latest.attempt) : null;
  };
  const request = aSavedRequest();
  const worker = aWorker([pass], request);
  await worker.evaluate(3);
  expect(await kept(worker, request.changeRequestUuid)).toEqual(packRules(request.rules).words);
  const left = await worker.evaluations.findNewest("cr-1", 1);
  if (left === null) throw new Error("there is no record");
  await worker.finish({ ...left, attempt: 4 });
  expect(await kept(worker, request.changeRequestUuid)).toBeNull();
});

test("a request that is deleted leaves nothing", async () => {
  const worker = aWorker([pass], null);
  expect(await worker.evaluate()).toBe("gone");
  expect(worker.notified).toEqual([]);
});

test("of two runs of one attempt both continue with the first record", async () => {
  const worker = aWorker([pass], aSavedRequest());
  await Promise.all([worker.evaluate(), worker.evaluate()]);
  expect(worker.notified).toHaveLength(2);
  expect(await useCount(worker)).toBe(1);
});

test("a verdict that could not be published makes the job fail, so that it is delivered again", async () => {
  const worker = aWorker([pass], aSavedRequest(), {
    crash: (step) => {
      if (step === "before notification") throw new Error("Redis is away");
    },
  });
  await expect(worker.evaluate()).rejects.toThrow("Redis is away");
  expect(await worker.evaluations.findNewest("cr-1", 1)).not.toBeNull();
});

test("wherever a run crashes, and however often a job is delivered, uses count once and the verdict is published", async () => {
  const steps = ["before record", "after record", "before uses", "after uses", "after mark", "before notification"];
  const plan = fc.array(fc.option(fc.constantFrom(...steps)), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(plan, fc.boolean(), async (crashes, isReconciled) => {
      let crashAt: string | null = null;
      const worker = aWorker([pass, elsewhere], aSavedRequest(), {
        crash: (step) => {
          if (step === crashAt) throw new Error("crash");
        },
      });
      for (const at of crashes) {
        crashAt = at;
        await worker.evaluate().catch(() => undefined);
      }
      crashAt = null;
      const recorded = await worker.evaluations.findNewest("cr-1", 1);
      // After the last crash, either the job is delivered again, or the reconciler finds the record.
      if (isReconciled && recorded) {
        const now = () => new Date("2026-11-22T00:00:00.000Z");
        const { evaluations, finish } = worker;
        await evaluationReconciler({ evaluations, finish, now, unfinishedAfterMs: 30_000 })();
        expect(await evaluations.findUnfinished("9999", null, 10)).toEqual([]);
      } else {
        await worker.evaluate();
        expect(worker.notified.length).toBeGreaterThan(0);
      }
      expect(await useCount(worker)).toBe(1);
      const after = await worker.evaluations.findNewest("cr-1", 1);
      if (recorded) expect(after).toEqual(recorded);
    }),
  );
});

test("the reconciler leaves recent records alone, and stops when it is aborted", async () => {
  const worker = aWorker([pass], aSavedRequest([aRule()]), {
    crash: (step) => {
      if (step === "after record") throw new Error("crash");
    },
  });
  await worker.evaluate().catch(() => undefined);
  const { evaluations, finish } = worker;
  const at = (time: string, signal?: AbortSignal) =>
    evaluationReconciler({ evaluations, finish, now: () => new Date(time), unfinishedAfterMs: 30_000 })(signal);
  expect(await at("2026-11-21T05:00:20.000Z")).toBe(0);
  await at("2026-11-21T05:10:00.000Z", AbortSignal.abort());
  expect(worker.notified).toEqual([]);
  expect(await at("2026-11-21T05:10:00.000Z")).toBe(1);
  expect(worker.notified).toHaveLength(1);
});
