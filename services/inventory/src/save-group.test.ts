import { expect, test } from "@jest/globals";
import { saveGroup } from "./save-group.ts";
import { createInMemoryGroupStore } from "./stores/in-memory-group-store.ts";

test("of a crowd that saves one group at once all get through, each with a revision of its own", async () => {
  const groups = createInMemoryGroupStore();
  let uuids = 0;
  const needs = {
    groups,
    groupIndex: { check: async () => undefined },
    refresh: async () => undefined,
    clean: async () => undefined,
    newUuid: () => `uuid-${(uuids += 1)}`,
    // The time is over at once, so nobody waits for members.
    now: () => new Date((uuids += 10_000)),
    pause: async () => undefined,
  };
  const crowd = Array.from({ length: 60 }, (_, n) =>
    saveGroup(needs, { id: "g", name: `g${n}`, filter: { types: [`t${n}`] } }, { expectedRevision: null, by: "ada" }),
  );
  const revisions = (await Promise.all(crowd)).map((saved) => (saved.ok ? saved.group.revision : saved.failure));
  expect(new Set(revisions)).toEqual(new Set(Array.from({ length: 60 }, (_, n) => n + 1)));
});
