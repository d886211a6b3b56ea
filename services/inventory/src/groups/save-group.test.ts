import { expect, test } from "@jest/globals";
import { createInMemoryGroupStore } from "./in-memory-group-store.ts";
import { saveGroup } from "./save-group.ts";

function needsOf(groups = createInMemoryGroupStore()) {
  let now = 0;
  return {
    groups,
    groupIndex: { check: async () => undefined },
    refresh: async () => undefined,
    clean: async () => undefined,
    newUuid: () => crypto.randomUUID(),
    // The deadline passes immediately, so no call waits for members.
    now() {
      now += 10_000;
      return new Date(now);
    },
    pause: async () => undefined,
  };
}

test("an expected revision below 0 is refused along with the other errors, and nothing is stored", async () => {
  const needs = needsOf();
  const saved = await saveGroup(
    needs,
    { id: "g", name: "", filter: { types: ["t"] } },
    { expectedRevision: -1, by: "a" },
  );
  expect(saved).toMatchObject({
    failure: { kind: "invalid-input", fields: [{ path: "expectedRevision" }, { path: "name" }] },
  });
  expect(await needs.groups.find("g")).toBeUndefined();
});

test("many concurrent saves of one group all succeed, each with a revision of its own", async () => {
  const needs = needsOf();
  const crowd = Array.from({ length: 60 }, (_, n) =>
    saveGroup(needs, { id: "g", name: `g${n}`, filter: { types: [`t${n}`] } }, { expectedRevision: null, by: "ada" }),
  );
  const revisions = (await Promise.all(crowd)).map((saved) => (saved.ok ? saved.group.revision : saved.failure));
  expect(new Set(revisions)).toEqual(new Set(Array.from({ length: 60 }, (_, n) => n + 1)));
});

test("a save that waits for members returns its own revision when another save follows", async () => {
  const groups = createInMemoryGroupStore();
  const input = (type: string) => ({ id: "g", name: type, filter: { types: [type] } });
  const needs = needsOf(groups);
  const waiting = {
    ...needs,
    now: () => new Date(0),
    pause: async () => void (await saveGroup(needs, input("theirs"), { expectedRevision: null, by: "bob" })),
  };
  const saved = await saveGroup(waiting, input("mine"), { expectedRevision: null, by: "ada" });
  expect(saved).toMatchObject({ ok: true, group: { revision: 1, name: "mine", updatedBy: "ada" } });
  expect(await groups.find("g")).toMatchObject({ revision: 2, name: "theirs" });
});

test("a filter whose lists are too long in total is refused, one just below is not", async () => {
  const needs = needsOf();
  const save = (length: number) => {
    const types = Array.from({ length: 128 }, (_, n) => `${n}`.padEnd(length, "t"));
    return saveGroup(needs, { id: "g", name: "g", filter: { types } }, { expectedRevision: null, by: "ada" });
  };
  expect(await save(1_024)).toMatchObject({
    failure: {
      fields: [{ path: "filter", message: expect.stringMatching(/at most 131072 work; split it into several groups/) }],
    },
  });
  expect(await save(1_020)).toMatchObject({ ok: true });
});
