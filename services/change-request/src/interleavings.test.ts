import { expect, test } from "@jest/globals";
import { type EvaluationId, evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import fc from "fast-check";
import { aClock, anInput, aVerdict, pace } from "../test/change-requests.ts";
import { applyEvaluation } from "./evaluation/apply-evaluation.ts";
import { requestReevaluation } from "./evaluation/request-reevaluation.ts";
import { resendPending } from "./evaluation/resend-pending.ts";
import type { ChangeRequest } from "./requests/change-request.ts";
import type { ChangeRequestStore } from "./requests/change-request-store.ts";
import { deleteChangeRequest } from "./requests/delete-change-request.ts";
import { inMemoryChangeRequestStore } from "./requests/in-memory-change-request-store.ts";
import { saveChangeRequest } from "./requests/save-change-request.ts";

/**
 * The operations that a test applies to one id. `pick` selects among all attempts that were ever requested, so verdicts
 * arrive late, repeatedly and out of order.
 */
type Step =
  | { readonly do: "save"; readonly expected: "none" | "current" | "stale" }
  | { readonly do: "delete" }
  | { readonly do: "apply"; readonly pick: number; readonly retry: boolean }
  | { readonly do: "forge"; readonly pick: number; readonly revisionBy: number; readonly attemptBy: number }
  | { readonly do: "again"; readonly pick: number; readonly queueUp: boolean }
  | { readonly do: "resend"; readonly afterMs: number; readonly queueUp: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("save" as const), expected: fc.constantFrom("none", "current", "stale") }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("apply" as const), pick: fc.nat(), retry: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("forge" as const),
      pick: fc.nat(),
      revisionBy: fc.integer({ min: -1, max: 1 }),
      attemptBy: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("again" as const), pick: fc.nat(), queueUp: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("resend" as const),
      afterMs: fc.constantFrom(0, 2_000, 30_000, 400_000),
      queueUp: fc.boolean(),
    }),
  },
);

/** Creates the service with an in-memory store and without Redis. `pass` delays every call of the store. */
function aService(pass: (call: string) => Promise<unknown> = async () => undefined) {
  const clock = aClock();
  const inner = inMemoryChangeRequestStore();
  const sent: EvaluationId[] = [];
  let queueUp = true;
  const store: ChangeRequestStore = { ...inner };
  for (const name of ["occupant", "create", "revise", "remove", "evaluationStatus", "due", "updateEvaluation"] as const)
    wait(name);
  function wait<Name extends keyof ChangeRequestStore>(name: Name): void {
    const call = inner[name] as (...args: unknown[]) => Promise<unknown>;
    Object.assign(store, {
      [name]: async (...args: unknown[]) => {
        await pass(name);
        return call(...args);
      },
    });
  }
  const send = async (id: EvaluationId) => {
    if (queueUp) sent.push(id);
    return queueUp;
  };
  const needs = { store, send, now: clock.now, newUuid: () => crypto.randomUUID(), pace };
  return {
    clock,
    sent,
    current: () => inner.get("cr-1"),
    async save(expected: number | undefined) {
      const saved = await saveChangeRequest(needs, { name: "ada" }, anInput(), expected);
      if (saved.ok) return saved.changeRequest;
      expect(saved.failure.kind).toBe("conflict");
      return undefined;
    },
    remove: async () => (await deleteChangeRequest(needs, "cr-1")).ok,
    apply: (id: EvaluationId, retry: boolean) =>
      applyEvaluation(
        {
          ...needs,
          verdictOf: async () =>
            aVerdict(id, { stateReason: evaluationIdText(id), state: retry ? "Error" : "Pass", retry }),
        },
        id,
      ),
    async again({ changeRequestUuid, attempt }: EvaluationId, open: boolean) {
      queueUp = open;
      const { gone } = await requestReevaluation(needs, { judgings: [{ changeRequestUuid, attempt }] });
      queueUp = true;
      return gone.length === 0;
    },
    async resend(afterMs: number, open: boolean) {
      clock.advance(afterMs);
      queueUp = open;
      await resendPending({ ...needs, batch: 10 }, new AbortController().signal);
      queueUp = true;
    },
  };
}

function forged(
  { changeRequestUuid, revision, attempt }: EvaluationId,
  revisionBy: number,
  attemptBy: number,
): EvaluationId {
  return { changeRequestUuid, revision: Math.max(1, revision + revisionBy), attempt: attempt + attemptBy };
}

/**
 * A simple model of the tested service: the current change request, and the attempt whose verdict the change request
 * must show.
 */
interface Model {
  alive: { uuid: string; revision: number; wanted: number; done: number; shown: number | "own" | null } | undefined;
  lastRevision: number;
}

test("in sequence, every step does exactly what the plain model does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const fixture = aService();
      const model: Model = { alive: undefined, lastRevision: 0 };
      for (const one of steps) {
        await walk(fixture, model, one);
        const request = await fixture.current();
        expect(request === undefined).toBe(model.alive === undefined);
        if (!request || !model.alive) continue;
        const { uuid, revision, wanted, done, shown } = model.alive;
        expect({ uuid: request.uuid, revision: request.revision }).toEqual({ uuid, revision });
        expect(request.evaluation).toMatchObject({ wanted, done });
        expect(shownBy(request)).toBe(shown);
        expect(request.evaluation.nextSendAt === null).toBe(wanted === done);
      }
    }),
    { numRuns: 300 },
  );
});

function shownBy({ verdict }: ChangeRequest): number | "own" | null {
  return verdict && (verdict.attempt ?? "own");
}

async function walk(fixture: ReturnType<typeof aService>, model: Model, one: Step): Promise<void> {
  const { alive } = model;
  switch (one.do) {
    case "save": {
      const expected = { none: undefined, current: alive?.revision ?? 0, stale: (alive?.revision ?? 0) + 1 }[
        one.expected
      ];
      const saved = await fixture.save(expected);
      expect(saved === undefined).toBe(one.expected === "stale");
      if (!saved) return;
      model.lastRevision += 1;
      expect(saved.revision).toBe(model.lastRevision);
      expect(saved.uuid === alive?.uuid).toBe(alive !== undefined);
      model.alive = {
        uuid: saved.uuid,
        revision: model.lastRevision,
        wanted: (alive?.wanted ?? 0) + 1,
        done: alive?.done ?? 0,
        shown: null,
      };
      return;
    }
    case "delete":
      expect(await fixture.remove()).toBe(alive !== undefined);
      model.alive = undefined;
      return;
    case "forge":
    case "apply": {
      if (fixture.sent.length === 0) return;
      const known = fixture.sent[one.pick % fixture.sent.length] as EvaluationId;
      const id = one.do === "apply" ? known : forged(known, one.revisionBy, one.attemptBy);
      const retry = one.do === "apply" && one.retry;
      const fits =
        alive?.uuid === id.changeRequestUuid &&
        alive.revision === id.revision &&
        id.attempt > alive.done &&
        id.attempt <= alive.wanted;
      expect(await fixture.apply(id, retry)).toBe(fits ? "applied" : "superseded");
      if (!alive || !fits) return;
      alive.done = id.attempt;
      alive.shown = id.attempt;
      if (retry && id.attempt === alive.wanted) alive.wanted += 1;
      return;
    }
    case "again": {
      const known = fixture.sent[one.pick % Math.max(1, fixture.sent.length)];
      if (!known) return;
      const isThere = alive?.uuid === known.changeRequestUuid;
      expect(await fixture.again(known, one.queueUp)).toBe(isThere);
      // Another attempt is requested only if the given attempt is the newest one.
      if (alive && isThere && alive.wanted === known.attempt) alive.wanted += 1;
      return;
    }
    case "resend": {
      const before = (await fixture.current())?.evaluation;
      await fixture.resend(one.afterMs, one.queueUp);
      const due = before?.nextSendAt != null && before.nextSendAt <= fixture.clock.now().toISOString();
      if (alive && due && before.sendings >= pace.sendsBeforeError) alive.shown ??= "own";
    }
  }
}

test("however the steps interleave, no revision is assigned twice and only a verdict of the current revision shows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 2, maxLength: 14 }), async (scheduler, steps) => {
      const fixture = aService((call) => scheduler.schedule(Promise.resolve(), call));
      const saved: ChangeRequest[] = [];
      const running = steps.map(async (one) => {
        // The operation begins when the scheduler decides, so that the operations interleave.
        await scheduler.schedule(Promise.resolve(), one.do);
        if (one.do === "save") {
          const request = await fixture.save(one.expected === "none" ? undefined : saved.length);
          if (request) saved.push(request);
        } else if (one.do === "delete") await fixture.remove();
        else if (one.do === "resend") await fixture.resend(one.afterMs, one.queueUp);
        else {
          const known = fixture.sent[one.pick % Math.max(1, fixture.sent.length)];
          if (!known) return;
          if (one.do === "again") await fixture.again(known, one.queueUp);
          else if (one.do === "apply") await fixture.apply(known, one.retry);
          else await fixture.apply(forged(known, one.revisionBy, one.attemptBy), false);
        }
      });
      await scheduler.waitFor(Promise.all(running));

      const revisions = saved.map(({ revision }) => revision).sort((a, b) => a - b);
      expect(revisions).toEqual(revisions.map((_, n) => n + 1));
      const request = await fixture.current();
      if (!request) return;
      expect(request.revision).toBe(revisions.at(-1));
      expect(request.uuid).toBe(saved.find(({ revision }) => revision === request.revision)?.uuid);
      const { wanted, done, nextSendAt } = request.evaluation;
      expect(done).toBeLessThanOrEqual(wanted);
      expect(nextSendAt === null).toBe(done === wanted);
      // Every save has raised `wanted`, even if a concurrent write was based on an older status.
      const savesOfThis = saved.filter(({ uuid }) => uuid === request.uuid).length;
      expect(wanted).toBeGreaterThanOrEqual(savesOfThis);
      // A verdict of the evaluator that is shown belongs to the newest applied attempt, and to exactly the request's
      // current revision. A Pending request shows no verdict. The state Error that this service sets itself belongs to
      // no attempt.
      if (!request.verdict?.attempt) return;
      const shown = { changeRequestUuid: request.uuid, revision: request.revision, attempt: done };
      expect(request.verdict.stateReason).toBe(evaluationIdText(shown));
    }),
    { numRuns: 300 },
  );
});

test("after any steps, an evaluator that answers brings every request to a verdict of its current revision", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const fixture = aService();
      const model: Model = { alive: undefined, lastRevision: 0 };
      for (const one of steps) await walk(fixture, model, one);
      for (let round = 0; round < 3; round += 1) {
        const from = fixture.sent.length;
        await fixture.resend(pace.slowResendMs, true);
        for (const id of fixture.sent.slice(from)) await fixture.apply(id, false);
      }
      const request = await fixture.current();
      if (!request) return;
      expect(request.verdict).toMatchObject({ attempt: request.evaluation.done });
      expect(request.evaluation).toMatchObject({ done: request.evaluation.wanted, nextSendAt: null });
    }),
    { numRuns: 200 },
  );
});
