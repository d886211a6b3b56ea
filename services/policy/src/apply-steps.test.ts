import { describe, expect, test } from "@jest/globals";
import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import fc from "fast-check";
import { aText, written } from "../test/builders.ts";
import { type InMemoryOptions, inMemoryBoundaries } from "../test/in-memory-boundaries.ts";
import { applySteps } from "./apply-steps.ts";
import type { CallFailure } from "./boundaries.ts";
import { orderSteps } from "./order-steps.ts";
import { planChanges } from "./plan-changes.ts";

const unclear: CallFailure = { kind: "unclear", message: "the connection broke" };
const own = (id: string, members: Partial<BoundaryText> = {}) => aText(id, { source: "shop", ...members });

function setUp(
  before: readonly BoundaryText[],
  after: readonly ReturnType<typeof written>[],
  options: InMemoryOptions = {},
) {
  const boundaries = inMemoryBoundaries(before, options);
  const steps = orderSteps(planChanges(after, [...boundaries.heads.values()], { source: "shop", removes: true }));
  const pauses: number[] = [];
  const apply = (isInterrupted = () => false) =>
    applySteps(
      { boundaries, onStep: () => undefined, isInterrupted, pause: async (ms) => void pauses.push(ms) },
      steps,
    );
  return { boundaries, steps, apply, pauses };
}

describe("carrying out", () => {
  test("creates, changes and removes, in the order that was given", async () => {
    const { boundaries, apply } = setUp([own("b"), own("c")], [written("a"), written("b", { message: "x" })]);
    expect(await apply()).toEqual({ done: 3, stopped: null });
    expect(boundaries.log).toEqual(["save a", "save b", "remove c"]);
    expect([...boundaries.heads.keys()].sort()).toEqual(["a", "b"]);
  });

  test.each([
    ["a change", (one: ReturnType<typeof setUp>) => one.boundaries.put(own("b", { message: "theirs" })), "b", "save a"],
    ["a creation", (one: ReturnType<typeof setUp>) => one.boundaries.put(own("a", { message: "theirs" })), "a", ""],
    [
      "a removal",
      (one: ReturnType<typeof setUp>) => one.boundaries.put(own("c", { message: "theirs" })),
      "c",
      "save a,save b",
    ],
  ])("stops at %s with a concurrent change, and keeps that change", async (_, quicker, id, log) => {
    const setting = setUp([own("b"), own("c")], [written("a"), written("b", { message: "x" })]);
    quicker(setting);
    const { stopped } = await setting.apply();
    expect(stopped?.reason.kind).toBe("changed");
    expect(setting.boundaries.log.join()).toBe(log);
    expect(setting.boundaries.heads.get(id)?.text.message).toBe("theirs");
  });

  test("stops where the service refuses, with its reason", async () => {
    const refused: CallFailure = { kind: "refused", code: "FORBIDDEN", message: "no", fields: [] };
    const { apply } = setUp([], [written("a"), written("b")], {
      fault: (call) => (call === "save b" ? { failure: refused } : undefined),
    });
    expect(await apply()).toMatchObject({ done: 1, stopped: { reason: refused } });
  });

  test("a boundary that is already gone counts as removed", async () => {
    const { boundaries, apply } = setUp([own("c")], []);
    boundaries.drop("c");
    expect(await apply()).toEqual({ done: 1, stopped: null });
  });
});

describe("a lost answer", () => {
  test.each([true, false])("is checked and not repeated blindly, when the write succeeded: %s", async (after) => {
    const lost = new Set(["save a", "save b", "remove c"]);
    const { boundaries, apply, pauses } = setUp([own("b"), own("c")], [written("a"), written("b", { message: "x" })], {
      fault: (call) => (lost.delete(call) ? { failure: unclear, after } : undefined),
    });
    expect(await apply()).toEqual({ done: 3, stopped: null });
    expect(boundaries.log).toEqual(["save a", "save b", "remove c"]);
    expect(boundaries.heads.get("b")?.revision).toBe(2);
    // `apply` pauses before each repeated attempt. If the answer to a save was lost, `apply` reads the boundary, and
    // repeats the save only if the save had no effect. If the answer to a removal was lost, `apply` always repeats the
    // removal. Each removal reads the boundary first, and does nothing more if the boundary is gone.
    expect(pauses).toHaveLength(after ? 1 : 3);
  });

  test("stops it in the end, after growing pauses", async () => {
    const { apply, pauses } = setUp([], [written("a")], {
      fault: (call) => (call === "save a" ? { failure: unclear } : undefined),
    });
    expect(await apply()).toMatchObject({ done: 0, stopped: { reason: unclear } });
    expect(pauses).toEqual([500, 1_000, 2_000]);
  });

  test("is a concurrent change when another text is stored", async () => {
    const setting = setUp([own("b")], [written("b", { message: "x" })], {
      fault: (call) => {
        if (call !== "save b") return undefined;
        setting.boundaries.put(own("b", { message: "theirs" }));
        return { failure: unclear };
      },
    });
    expect(await setting.apply()).toMatchObject({ stopped: { reason: { kind: "changed" } } });
    expect(setting.boundaries.heads.get("b")?.text.message).toBe("theirs");
  });
});

test("stopped anywhere and run again, it reaches the state of the files, and other sources do not change", async () => {
  const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
  const message = fc.constantFrom(null, "x", "y");
  const policy = fc.uniqueArray(fc.record({ id, message, action: fc.constantFrom("Pass" as const, "Fail" as const) }), {
    selector: (one) => one.id,
  });
  await fc.assert(
    fc.asyncProperty(
      policy,
      policy,
      fc.nat({ max: 20 }),
      fc.constantFrom("interrupted", "broken", "lost"),
      async (before, after, at, how) => {
        const theirs = aText("theirs", { source: "other" });
        let [calls, ends] = [0, true];
        const fault = () => {
          calls += 1;
          return ends && how !== "interrupted" && calls > at ? { failure: unclear, after: how === "lost" } : undefined;
        };
        const boundaries = inMemoryBoundaries([...before.map((one) => own(one.id, one)), theirs], { fault });
        const run = () => {
          const plan = planChanges(
            after.map((one) => written(one.id, one)),
            [...boundaries.heads.values()],
            { source: "shop", removes: true },
          );
          const isInterrupted = () => ends && how === "interrupted" && calls > at;
          return applySteps(
            { boundaries, onStep: () => undefined, isInterrupted, pause: async () => undefined },
            orderSteps(plan),
          );
        };
        await run();
        ends = false;
        expect((await run()).stopped).toBeNull();
        const found = [...boundaries.heads.values()].map(({ text }) => [
          text.id,
          text.message,
          text.action,
          text.source,
        ]);
        const wanted = [
          ...after.map((one) => [one.id, one.message, one.action, "shop"]),
          ["theirs", null, "Pass", "other"],
        ];
        expect(found.sort()).toEqual(wanted.sort());
        expect(boundaries.heads.get("theirs")?.revision).toBe(1);
      },
    ),
    { numRuns: 200 },
  );
});
