import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { aBoundaryInput } from "../../test/boundaries.ts";
import { deleteBoundary } from "./delete-boundary.ts";
import { inMemoryBoundarySequence } from "./in-memory-boundary-sequence.ts";
import { inMemoryBoundaryStore } from "./in-memory-boundary-store.ts";
import { saveBoundary } from "./save-boundary.ts";

function aFixture() {
  const boundaries = inMemoryBoundaryStore();
  const sequence = inMemoryBoundarySequence();
  let minutes = 0;
  const needs = {
    boundaries,
    sequence,
    now: () => new Date(Date.UTC(2026, 10, 21, 5, minutes++)),
    newUuid: () => crypto.randomUUID(),
  };
  return {
    ...needs,
    save: (members: Parameters<typeof aBoundaryInput>[0] = {}, expectedRevision: number | null = null, by = "ada") =>
      saveBoundary(needs, { input: aBoundaryInput(members), expectedRevision, by }),
    remove: (id = "b-1") => deleteBoundary(needs, id),
  };
}

test("the first save creates revision 1, later ones raise it and keep its creator", async () => {
  const { save, boundaries } = aFixture();
  const first = await save();
  const second = await save({ name: "changed" }, null, "grace");
  expect(first).toMatchObject({ ok: true, boundary: { revision: 1, createdBy: "ada", updatedBy: "ada" } });
  expect(second).toMatchObject({
    ok: true,
    boundary: { revision: 2, name: "changed", createdBy: "ada", updatedBy: "grace" },
  });
  if (!first.ok || !second.ok) throw new Error("a save was refused");
  expect(second.boundary.uuid).toBe(first.boundary.uuid);
  expect(await boundaries.find("b-1", 1)).toEqual(first.boundary);
  expect(await boundaries.find("b-1", null)).toEqual(second.boundary);
});

test("a boundary created again under the id of a deleted one is another one, and its revisions continue", async () => {
  const { save, remove, boundaries } = aFixture();
  const first = await save();
  expect(await remove()).toEqual({ ok: true, id: "b-1" });
  expect(await boundaries.find("b-1", null)).toBeNull();
  const again = await save({}, 0);
  if (!first.ok || !again.ok) throw new Error("a save was refused");
  expect(again.boundary.revision).toBe(2);
  expect(again.boundary.uuid).not.toBe(first.boundary.uuid);
  expect(await boundaries.find("b-1", 1)).toEqual(first.boundary);
});

test("deleting an unknown boundary is not found", async () => {
  const { save, remove } = aFixture();
  const notFound = { ok: false, failure: { kind: "not-found" } };
  expect(await remove()).toMatchObject(notFound);
  await save();
  await remove();
  expect(await remove()).toMatchObject(notFound);
  expect(await remove("\u0000")).toMatchObject(notFound);
});

describe("the expected revision", () => {
  test.each([
    ["0 for a new one", [], 0, true],
    ["the current one", ["save"], 1, true],
    ["0 for one that exists", ["save"], 0, false],
    ["an old one", ["save", "save"], 1, false],
    ["any of an unknown one", [], 1, false],
    ["the one that was deleted", ["save", "remove"], 1, false],
    ["0 for a deleted one", ["save", "remove"], 0, true],
  ])("%s", async (_, steps, expected, fits) => {
    const fixture = aFixture();
    for (const step of steps) await (step === "save" ? fixture.save() : fixture.remove());
    const saved = await fixture.save({}, expected);
    expect(saved.ok).toBe(fits);
    if (!saved.ok) expect(saved.failure.kind).toBe("conflict");
  });

  test("below 0 is refused by its name", async () => {
    expect(await aFixture().save({}, -1)).toMatchObject({
      failure: { kind: "invalid-input", fields: [{ path: "expectedRevision" }] },
    });
  });
});

test("concurrent saves of one id all succeed, each as its own revision", async () => {
  const { save, boundaries, sequence } = aFixture();
  const saved = await Promise.all(Array.from({ length: 20 }, (_, n) => save({ name: `take ${n}` })));
  const revisions = saved.map((one) => (one.ok ? one.boundary.revision : 0)).sort((a, b) => a - b);
  expect(revisions).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  for (const one of saved) {
    if (!one.ok) throw new Error("a save was refused");
    expect(await boundaries.find("b-1", one.boundary.revision)).toEqual(one.boundary);
  }
  expect(await sequence.current()).toBe(20);
});

test("whatever the order of saves and deletions, every acknowledged revision stays readable", async () => {
  const step = fc.constantFrom("save", "remove");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 }), async (rounds) => {
      const fixture = aFixture();
      const answered = new Map<number, unknown>();
      for (const round of rounds) {
        await Promise.all(
          round.map(async (one) => {
            if (one === "remove") return fixture.remove();
            const saved = await fixture.save();
            if (saved.ok) {
              expect(answered.has(saved.boundary.revision)).toBe(false);
              answered.set(saved.boundary.revision, saved.boundary);
            }
            return saved;
          }),
        );
      }
      for (const [revision, boundary] of answered)
        expect(await fixture.boundaries.find("b-1", revision)).toEqual(boundary);
    }),
    { numRuns: 50 },
  );
});
