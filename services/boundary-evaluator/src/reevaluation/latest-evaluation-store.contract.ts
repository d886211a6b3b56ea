import { describe, expect, test } from "@jest/globals";
import { item } from "../../test/boundaries.ts";
import { namedReferences } from "../judging/model/named-reference.ts";
import type { LatestEvaluation, NamedAnswer } from "./latest-evaluation.ts";
import type { LatestEvaluationStore } from "./latest-evaluation-store.ts";

function aLatest(members: Partial<LatestEvaluation> = {}): LatestEvaluation {
  return {
    changeRequestUuid: crypto.randomUUID(),
    changeRequestId: "cr-1",
    projectId: "shop",
    revision: 1,
    attempt: 1,
    firstJudgedAt: "2026-11-21T05:00:00.000Z",
    rulesHash: "r".repeat(64),
    validInputsHash: "f".repeat(64),
    named: [],
    ...members,
  };
}
const naming = (fingerprint: string): NamedAnswer[] =>
  namedReferences([{ sources: [item("i/\u{1F600} $x.y")], destinations: [] }]).map((named) => ({ named, fingerprint }));

/** Defines the tests that every store of latest evaluations must pass. */
export function describeLatestEvaluationStore(name: string, makeStore: () => Promise<LatestEvaluationStore>): void {
  describe(`${name} as a store of latest evaluations`, () => {
    test("an evaluation is read back whole, and a newer attempt keeps its position", async () => {
      const store = await makeStore();
      const first = aLatest({ named: naming("unknown") });
      const second = aLatest({ firstJudgedAt: "2026-11-21T05:00:00.001Z" });
      await store.put(second, null);
      await store.put(first, null);
      expect(await store.page(null, 10)).toEqual([first, second]);
      const newer = { ...first, attempt: 3, revision: 2, named: naming("empty"), firstJudgedAt: "2027" };
      await store.put(newer, null);
      expect(await store.page(null, 10)).toEqual([{ ...newer, firstJudgedAt: first.firstJudgedAt }, second]);
    });

    test("an older attempt, or the same one again, changes nothing", async () => {
      const store = await makeStore();
      const latest = aLatest({ attempt: 5 });
      await store.put(latest, null);
      for (const attempt of [4, 5]) await store.put({ ...latest, attempt, validInputsHash: "0".repeat(64) }, null);
      expect(await store.page(null, 10)).toEqual([latest]);
    });

    test("of concurrent attempts the newest is stored", async () => {
      const store = await makeStore();
      const all = Array.from({ length: 40 }, () => aLatest());
      const attempts = [1, 2, 3, 4];
      await Promise.all(all.flatMap((one) => attempts.map((attempt) => store.put({ ...one, attempt }, null))));
      const found = await store.findRules(all.map(({ changeRequestUuid }) => changeRequestUuid));
      expect(found.map(({ attempt }) => attempt)).toEqual(all.map(() => 4));
    });

    test("pages continue after the last one, also among equal times", async () => {
      const store = await makeStore();
      const all = Array.from({ length: 7 }, (_, n) => aLatest({ changeRequestId: `cr-${n}` }));
      for (const one of all) await store.put(one, null);
      const seen: LatestEvaluation[] = [];
      for (let page = await store.page(null, 3); page.length > 0; page = await store.page(seen.at(-1) ?? null, 3))
        seen.push(...page);
      expect(seen.map(({ changeRequestUuid }) => changeRequestUuid)).toEqual(
        all.map(({ changeRequestUuid }) => changeRequestUuid).sort(),
      );
    });

    test("references named since a moment come from the newest attempts, unless there are too many", async () => {
      const store = await makeStore();
      const at = (second: number) => ({ firstJudgedAt: `2026-11-21T05:00:0${second}.000Z` });
      const [before, again, silent] = [aLatest(at(1)), aLatest(at(1)), aLatest(at(3))];
      await store.put({ ...before, named: naming("empty") }, null);
      for (const attempt of [1, 2])
        await store.put({ ...again, ...at(attempt), attempt, named: naming("empty") }, null);
      await store.put(silent, null);
      const [{ named } = { named: undefined }] = naming("empty");
      expect(await store.namedSince(at(1).firstJudgedAt, 10)).toEqual([named]);
      expect(await store.namedSince("2026", 10)).toEqual([named, named]);
      expect(await store.namedSince("2026", 1)).toBeNull();
      expect(await store.namedSince(at(2).firstJudgedAt, 10)).toEqual([]);
      await store.put({ ...again, ...at(3), attempt: 3 }, null);
      expect(await store.namedSince(at(1).firstJudgedAt, 10)).toEqual([]);
    });

    test("packed rules belong to the evaluation they were put with", async () => {
      const store = await makeStore();
      const latest = aLatest();
      const { changeRequestUuid } = latest;
      const packedNow = async () => (await store.findRules([changeRequestUuid]))[0]?.packedRules ?? null;
      await store.put(latest, Uint8Array.of(1));
      await store.put(latest, Uint8Array.of(2));
      expect([...((await packedNow()) ?? [])]).toEqual([1]);
      await store.updateValidInputs([
        { changeRequestUuid, attempt: 1, validInputsHash: "0".repeat(64), named: naming("empty") },
      ]);
      expect([...((await packedNow()) ?? [])]).toEqual([1]);
      await store.put({ ...latest, attempt: 2 }, null);
      expect(await packedNow()).toBeNull();
    });

    test("rules are read by UUID, unknown ones left out", async () => {
      const store = await makeStore();
      const [first, second] = [aLatest({ named: naming("empty") }), aLatest({ revision: 3 })];
      await store.put(first, Uint8Array.of(1, 2, 3));
      for (const one of [second, aLatest()]) await store.put(one, null);
      const found = await store.findRules(
        [second, first].map(({ changeRequestUuid }) => changeRequestUuid).concat("x"),
      );
      expect(found).toHaveLength(2);
      const rulesOf = (
        { changeRequestUuid, projectId, revision, attempt, rulesHash, named }: LatestEvaluation,
        packed: number[] | null,
      ) => ({ ...{ changeRequestUuid, projectId, revision, attempt, rulesHash, named }, packed });
      expect(found.map(({ packedRules, ...rest }) => ({ ...rest, packed: packedRules && [...packedRules] }))).toEqual(
        expect.arrayContaining([rulesOf(first, [1, 2, 3]), rulesOf(second, null)]),
      );
      expect(await store.page(null, 10)).toContainEqual(first);
      expect(await store.findRules([])).toEqual([]);
    });

    test("an update applies to the attempt it names, and to no other", async () => {
      const store = await makeStore();
      const [plain, naming_, newer] = [aLatest(), aLatest({ named: naming("unknown") }), aLatest({ attempt: 2 })];
      for (const one of [plain, naming_, newer]) await store.put(one, null);
      const to = { attempt: 1, validInputsHash: "e".repeat(64) };
      await store.updateValidInputs([
        { changeRequestUuid: plain.changeRequestUuid, ...to, named: null },
        { changeRequestUuid: newer.changeRequestUuid, ...to, named: null },
        { changeRequestUuid: naming_.changeRequestUuid, ...to, named: naming("empty") },
        { changeRequestUuid: crypto.randomUUID(), ...to, named: naming("empty") },
      ]);
      const byUuid = new Map((await store.page(null, 10)).map((one) => [one.changeRequestUuid, one]));
      expect(byUuid.get(plain.changeRequestUuid)).toEqual({ ...plain, ...to });
      expect(byUuid.get(naming_.changeRequestUuid)).toEqual({ ...naming_, ...to, named: naming("empty") });
      expect(byUuid.get(newer.changeRequestUuid)).toEqual(newer);
      expect(byUuid.size).toBe(3);
    });

    test("removed evaluations are gone, and the inputs in use are those of the rest", async () => {
      const store = await makeStore();
      const [stays, goes] = [aLatest(), aLatest({ validInputsHash: "e".repeat(64) })];
      for (const one of [stays, goes]) await store.put(one, null);
      expect(await store.inputsInUse()).toEqual(new Set([stays.validInputsHash, goes.validInputsHash]));
      await store.remove([goes.changeRequestUuid, crypto.randomUUID()]);
      await store.remove([]);
      expect(await store.page(null, 10)).toEqual([stays]);
      expect(await store.inputsInUse()).toEqual(new Set([stays.validInputsHash]));
    });
  });
}
