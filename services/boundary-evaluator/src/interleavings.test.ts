import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aBoundary, aRule, cidr, group } from "../test/boundaries.ts";
import { aReevaluationFixture } from "../test/reevaluation-fixture.ts";

/**
 * In these tests, addresses change, boundaries are edited, requests are saved, deleted and evaluated, and scans for
 * stale verdicts run. All of this happens in any order. Once all work is done, every verdict must equal the verdict of
 * an evaluation with the current inputs.
 */

const network = fc.oneof(
  fc.constantFrom("10.1.0.0/24", "10.1.0.0/25", "10.2.0.0/24", "10.0.0.0/8").map(cidr),
  fc.constantFrom("g1", "g2", "g3").map(group),
);
const compared = fc
  .record({ object: network, exactly: fc.boolean(), negate: fc.constantFrom(null, null, true) })
  .map(({ object, exactly, negate }) => ({ ...object, negate, comparison: exactly ? ("Equals" as const) : null }));
const known = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(["10.1.0.0/24"], ["10.1.0.0/25"], ["10.1.0.0/24", "10.2.0.0/24"], []) },
  { weight: 1, arbitrary: fc.constantFrom("unknown" as const, "failed" as const) },
);
const boundary = fc.record({
  action: fc.constantFrom("Pass" as const, "Pass" as const, "Fail" as const, "Score" as const),
  enforced: fc.constantFrom(true, true, true, false),
  sources: fc.array(compared, { minLength: 1, maxLength: 2 }),
});
const rules = fc.array(fc.array(network, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 });
const id = fc.constantFrom("cr-1", "cr-2", "cr-3");

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("addresses" as const), groupId: fc.constantFrom("g1", "g2", "g3"), known }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("boundary" as const),
      id: fc.constantFrom("b1", "b2"),
      boundary: fc.option(boundary),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("save" as const), id, rules }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), id }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("work" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("scan" as const), anew: fc.boolean(), isShort: fc.boolean() }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function take(fixture: ReturnType<typeof aReevaluationFixture>, one: Step): Promise<void> {
  switch (one.do) {
    case "addresses":
      fixture.groups.set(one.groupId, one.known);
      return;
    case "boundary":
      return fixture.saveBoundary(
        one.boundary && aBoundary({ ...one.boundary, score: one.boundary.action === "Score" ? 5 : null }),
        one.id,
      );
    case "save":
      return fixture.save(
        one.id,
        one.rules.map((sources, n) => aRule({ id: `r${n}`, sources })),
      );
    case "remove":
      fixture.remove(one.id);
      return;
    case "work":
      return fixture.work();
    case "scan":
      await fixture.scan({ anew: one.anew, isOver: () => one.isShort });
  }
}

async function settle(fixture: ReturnType<typeof aReevaluationFixture>): Promise<void> {
  await fixture.compareBoundaries();
  for (const [groupId, answer] of fixture.groups) if (answer === "failed") fixture.groups.set(groupId, "unknown");
  for (let round = 0; ; round += 1) {
    if (round > 20) throw new Error("the work never ends");
    await fixture.work();
    const { requested } = await fixture.scan();
    if (requested === 0 && [...fixture.requests.values()].every(({ wanted, done }) => wanted === done)) return;
  }
}

async function expectFreshVerdicts(fixture: ReturnType<typeof aReevaluationFixture>): Promise<void> {
  for (const { uuid, revision, done } of fixture.requests.values()) {
    const record = await fixture.evaluations.find({ changeRequestUuid: uuid, revision, attempt: done });
    const fresh = await fixture.fresh(uuid);
    expect(record).toMatchObject({ state: fresh.state, score: fresh.score });
    const flip = record?.flip ? ` ${record.flip.full}` : "";
    expect(record?.stateReason.full).toBe(`${fresh.stateReason.full}${flip}`);
  }
}

test("in sequence, every verdict is current at the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30 }), async (steps) => {
      const fixture = aReevaluationFixture();
      for (const one of steps) await take(fixture, one);
      await settle(fixture);
      await expectFreshVerdicts(fixture);
    }),
    { numRuns: Number(process.env.INTERLEAVING_RUNS ?? 150) },
  );
});

class Crash extends Error {}

test("in any interleaving, with delays and crashes, every verdict is current at the end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { minLength: 3, maxLength: 12 }),
      fc.infiniteStream(fc.nat(29)),
      async (scheduler, steps, chance) => {
        let isLive = true;
        const fixture = aReevaluationFixture(async (call) => {
          if (!isLive) return;
          const what = chance.next().value;
          // During this delay other calls can finish.
          const turns = what === 0 ? 5 * (chance.next().value + 1) : 1;
          for (let turn = 0; turn < turns; turn += 1) await scheduler.schedule(Promise.resolve(), call);
          if (what === 1) throw new Crash(call);
        });
        fixture.save("cr-1", [aRule({ sources: [cidr("10.1.0.0/25")] })]);
        const running = steps.map(async (one) => {
          // The scheduler decides when each step begins, so the steps interleave.
          await scheduler.schedule(Promise.resolve(), one.do);
          await take(fixture, one).catch((error: unknown) => {
            if (!(error instanceof Crash)) throw error;
          });
        });
        await scheduler.waitFor(Promise.all(running));
        // The calls that a crashed step had begun continue.
        await scheduler.waitIdle();
        isLive = false;
        await settle(fixture);
        await expectFreshVerdicts(fixture);
      },
    ),
    { numRuns: Number(process.env.INTERLEAVING_RUNS ?? 150) },
  );
});
