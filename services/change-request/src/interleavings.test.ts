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

/** What may happen to one id. `pick` chooses among everything that was ever asked for, so verdicts come late, twice, out of order. */
type Step =
  | { readonly do: "save"; readonly expected: "none" | "current" | "stale" }
  | { readonly do: "delete" }
  | { readonly do: "tell"; readonly pick: number; readonly retry: boolean }
  | { readonly do: "forge"; readonly pick: number; readonly revisionBy: number; readonly attemptBy: number }
  | { readonly do: "again"; readonly pick: number; readonly roadOpen: boolean }
  | { readonly do: "sweep"; readonly afterMs: number; readonly roadOpen: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("save" as const), expected: fc.constantFrom("none", "current", "stale") }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("tell" as const), pick: fc.nat(), retry: fc.boolean() }) },
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
    arbitrary: fc.record({ do: fc.constant("again" as const), pick: fc.nat(), roadOpen: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("sweep" as const),
      afterMs: fc.constantFrom(0, 2_000, 30_000, 400_000),
      roadOpen: fc.boolean(),
    }),
  },
);

/** The house without engines: `pass` lets every store call wait for its turn. */
function aFixture(pass: (call: string) => Promise<unknown> = async () => undefined) {
  const clock = aClock();
  const inner = inMemoryChangeRequestStore();
  const sent: EvaluationId[] = [];
  let roadOpen = true;
  const store: ChangeRequestStore = { ...inner };
  for (const name of ["occupant", "create", "revise", "remove", "judging", "due", "changeJudging"] as const) wait(name);
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
    if (roadOpen) sent.push(id);
    return roadOpen;
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
    tell: (id: EvaluationId, retry: boolean) =>
      applyEvaluation(
        {
          ...needs,
          outcomeOf: async () =>
            aVerdict(id, { stateReason: evaluationIdText(id), state: retry ? "Error" : "Pass", retry }),
        },
        id,
      ),
    async again({ changeRequestUuid, attempt }: EvaluationId, open: boolean) {
      roadOpen = open;
      const { gone } = await requestReevaluation(needs, { judgings: [{ changeRequestUuid, attempt }] });
      roadOpen = true;
      return gone.length === 0;
    },
    async sweep(afterMs: number, open: boolean) {
      clock.advance(afterMs);
      roadOpen = open;
      await resendPending({ ...needs, batch: 10 }, new AbortController().signal);
      roadOpen = true;
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

/** The same life in the plainest words: what there is, and which verdict it must show. */
interface Model {
  alive: { uuid: string; revision: number; wanted: number; done: number; shown: number | "own" | null } | undefined;
  lastRevision: number;
}

test("one after the other, every step does exactly what the plain model says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const fixture = aFixture();
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

async function walk(fixture: ReturnType<typeof aFixture>, model: Model, one: Step): Promise<void> {
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
    case "tell": {
      if (fixture.sent.length === 0) return;
      const known = fixture.sent[one.pick % fixture.sent.length] as EvaluationId;
      const id = one.do === "tell" ? known : forged(known, one.revisionBy, one.attemptBy);
      const retry = one.do === "tell" && one.retry;
      const fits =
        alive?.uuid === id.changeRequestUuid &&
        alive.revision === id.revision &&
        id.attempt > alive.done &&
        id.attempt <= alive.wanted;
      expect(await fixture.tell(id, retry)).toBe(fits ? "applied" : "superseded");
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
      expect(await fixture.again(known, one.roadOpen)).toBe(isThere);
      // Only from the newest attempt on: what is outstanding already is not asked for twice.
      if (alive && isThere && alive.wanted === known.attempt) alive.wanted += 1;
      return;
    }
    case "sweep": {
      const before = (await fixture.current())?.evaluation;
      await fixture.sweep(one.afterMs, one.roadOpen);
      const due = before?.nextSendAt != null && before.nextSendAt <= fixture.clock.now().toISOString();
      if (alive && due && before.sendings >= pace.sendingsBeforeError) alive.shown ??= "own";
    }
  }
}

test("however the steps interleave, no revision is given twice and only a verdict of what is there now shows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 2, maxLength: 14 }), async (scheduler, steps) => {
      const fixture = aFixture((call) => scheduler.schedule(Promise.resolve(), call));
      const saved: ChangeRequest[] = [];
      const running = steps.map(async (one) => {
        // Begins when the scheduler says so, which is what mixes the operations.
        await scheduler.schedule(Promise.resolve(), one.do);
        if (one.do === "save") {
          const request = await fixture.save(one.expected === "none" ? undefined : saved.length);
          if (request) saved.push(request);
        } else if (one.do === "delete") await fixture.remove();
        else if (one.do === "sweep") await fixture.sweep(one.afterMs, one.roadOpen);
        else {
          const known = fixture.sent[one.pick % Math.max(1, fixture.sent.length)];
          if (!known) return;
          if (one.do === "again") await fixture.again(known, one.roadOpen);
          else if (one.do === "tell") await fixture.tell(known, one.retry);
          else await fixture.tell(forged(known, one.revisionBy, one.attemptBy), false);
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
      // Nothing raised is ever lost, not even by a write that was decided on older news.
      const savesOfThis = saved.filter(({ uuid }) => uuid === request.uuid).length;
      expect(wanted).toBeGreaterThanOrEqual(savesOfThis);
      // The shown verdict is the newest applied attempt of this very revision; Pending has none.
      if (!request.verdict?.attempt) return;
      const shown = { changeRequestUuid: request.uuid, revision: request.revision, attempt: done };
      expect(request.verdict.stateReason).toBe(evaluationIdText(shown));
    }),
    { numRuns: 300 },
  );
});

test("whatever happened, an evaluator that answers brings every request to a verdict of its current revision", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const fixture = aFixture();
      const model: Model = { alive: undefined, lastRevision: 0 };
      for (const one of steps) await walk(fixture, model, one);
      for (let round = 0; round < 3; round += 1) {
        const from = fixture.sent.length;
        await fixture.sweep(pace.slowResendMs, true);
        for (const id of fixture.sent.slice(from)) await fixture.tell(id, false);
      }
      const request = await fixture.current();
      if (!request) return;
      expect(request.verdict).toMatchObject({ attempt: request.evaluation.done });
      expect(request.evaluation).toMatchObject({ done: request.evaluation.wanted, nextSendAt: null });
    }),
    { numRuns: 200 },
  );
});
