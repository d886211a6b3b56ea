import { describe, expect, test } from "@jest/globals";
import { aRecord, someDetails } from "../../test/evaluations.ts";
import type { EvaluationRecord } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";

/** Defines the tests that every evaluation store must pass. */
export function describeEvaluationStore(name: string, makeStore: () => Promise<EvaluationStore>): void {
  describe(`${name} as an evaluation store`, () => {
    test("a record is read back whole, short part and long part", async () => {
      const store = await makeStore();
      const record = aRecord({ changeRequestId: "$x.y", score: -4, scoreFailAt: 9, usedBoundaries: ["u1", "u2"] });
      const details = someDetails({
        findings: [{ ruleId: null, side: "Source", code: "EmptyGroup", message: { full: "a", withoutAddresses: "b" } }],
      });
      expect(await store.insert(record, details)).toBe(true);
      expect(await store.find(record)).toEqual(record);
      expect(await store.findMany([record, { ...record, attempt: 2 }])).toEqual([record]);
      expect(await store.details(record)).toEqual(details);
    });

    test("a long part of many megabytes is read back whole", async () => {
      const store = await makeStore();
      // Even when it is compressed, the text is larger than the 2 MiB that one document of the content store can
      // contain.
      const words = Array.from({ length: 600_000 }, (_, n) => ((n * 2_654_435_761) % 4_294_967_296).toString(36));
      const finding = { ruleId: null, side: null, code: "NotCovered" as const };
      const full = Array.from({ length: 60 }, (_, n) => words.slice(n * 10_000, (n + 1) * 10_000).join(" "));
      const findings = full.map((text) => ({ ...finding, message: { full: text, withoutAddresses: "" } }));
      await store.insert(aRecord(), someDetails({ findings }));
      expect((await store.details(aRecord())).findings).toEqual(findings);
    });

    test("the first record wins, the others change nothing", async () => {
      const store = await makeStore();
      const records = Array.from({ length: 8 }, (_, n) => aRecord({ score: n }));
      const won = await Promise.all(records.map((record) => store.insert(record, someDetails())));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store.find(aRecord())).toEqual(records[won.indexOf(true)]);
    });

    test("the newest evaluation of a revision is the one with the highest attempt", async () => {
      const store = await makeStore();
      for (const [revision, attempt] of [
        [1, 2],
        [1, 10],
        [1, 9],
        [2, 11],
      ] as const)
        await store.insert(aRecord({ revision, attempt }), someDetails());
      expect(await store.findNewest("cr-1", 1)).toMatchObject({ attempt: 10 });
      expect(await store.findNewest("cr-1", 2)).toMatchObject({ attempt: 11 });
      expect(await store.findNewest("cr-1", 3)).toBeNull();
      expect(await store.findNewest("cr-2", 1)).toBeNull();
    });

    test("the previous evaluation is the newest one of the same revision below the attempt without a failed lookup", async () => {
      const store = await makeStore();
      for (const [revision, attempt, retry] of [
        [1, 1, false],
        [2, 2, false],
        [2, 3, true],
        [2, 4, false],
      ] as const)
        await store.insert(aRecord({ revision, attempt, retry }), someDetails());
      const other = aRecord({ changeRequestUuid: crypto.randomUUID(), revision: 2, attempt: 3 });
      await store.insert(other, someDetails());
      const before = async (attempt: number) =>
        (await store.findSettledBefore(aRecord({ revision: 2, attempt }), "cr-1"))?.attempt;
      expect([await before(2), await before(4), await before(5)]).toEqual([undefined, 2, 4]);
    });

    test("unfinished records with uses or results are found once they are old enough, oldest first", async () => {
      const store = await makeStore();
      const at = (minute: number) => `2026-11-21T05:0${minute}:00.000Z`;
      const usedBoundaries = ["b"];
      for (const minute of [3, 1, 2, 5])
        await store.insert(aRecord({ attempt: minute, evaluatedAt: at(minute), usedBoundaries }), someDetails());
      const silent = { changeRequestUuid: crypto.randomUUID(), evaluatedAt: at(0), usedBoundaries: [] };
      await store.insert(aRecord({ ...silent, attempt: 1, state: "Pass" }), someDetails());
      await store.insert(aRecord({ ...silent, attempt: 4, evaluatedAt: at(4), state: "Pass" }), someDetails());
      await store.insert(aRecord({ ...silent, revision: 2, attempt: 1, state: "Review" }), someDetails());
      await store.markFinished(aRecord({ attempt: 2 }));
      const unfinished = async (limit: number) =>
        (await store.findUnfinished(at(5), null, limit)).map(({ attempt }) => attempt);
      expect(await unfinished(10)).toEqual([1, 1, 3, 4]);
      expect(await unfinished(2)).toEqual([1, 1]);
      await store.markFinished(aRecord({ attempt: 99 }));
      expect(await store.find(aRecord({ attempt: 99 }))).toBeNull();
    });

    test("unfinished records are found page by page, also where many have the same time", async () => {
      const store = await makeStore();
      const changeRequestUuids = Array.from({ length: 7 }, () => crypto.randomUUID());
      for (const [n, changeRequestUuid] of changeRequestUuids.entries()) {
        const evaluatedAt = `2026-11-21T05:0${n < 5 ? 1 : n}:00.000Z`;
        await store.insert(aRecord({ changeRequestUuid, evaluatedAt, usedBoundaries: ["b"] }), someDetails());
      }
      const found: string[] = [];
      for (let last: EvaluationRecord | null = null; ; ) {
        const page: EvaluationRecord[] = await store.findUnfinished("9999", last, 2);
        found.push(...page.map(({ changeRequestUuid }) => changeRequestUuid));
        last = page.at(-1) ?? null;
        if (last === null) break;
      }
      expect(found).toEqual([...changeRequestUuids.slice(0, 5).sort(), ...changeRequestUuids.slice(5)]);
    });

    test("the long part of an unknown record is an error", async () => {
      await expect((await makeStore()).details(aRecord())).rejects.toThrow("not stored");
    });
  });
}
