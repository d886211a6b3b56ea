import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aChangeRequest, aClock, aVerdict, pace } from "../../test/change-requests.ts";
import { type Judging, withoutLastSending, withSending, withVerdict } from "./evaluation-progress.ts";

const { now } = aClock();
const seconds = (judging: Judging | undefined) =>
  (Date.parse(judging?.evaluation.nextSendAt ?? "") - now().getTime()) / 1_000;

function aJudging(progress: Partial<Judging["evaluation"]> = {}): Judging {
  const { id, uuid, revision, verdict, evaluation } = aChangeRequest();
  return { id, uuid, revision, verdict, evaluation: { ...evaluation, ...progress } };
}
const idOf = ({ uuid, revision }: Judging, attempt: number) => ({ changeRequestUuid: uuid, revision, attempt });

test("the wanted attempt's outcome is the verdict, and nothing is outstanding any more", () => {
  const before = aJudging({ retries: 4 });
  expect(withVerdict(before, aVerdict(idOf(before, 1), { state: "Fail", score: 3 }), now(), pace)).toMatchObject({
    verdict: { state: "Fail", score: 3, attempt: 1 },
    evaluation: { wanted: 1, done: 1, retries: 0, nextSendAt: null },
  });
});

test.each([
  ["another creation", { changeRequestUuid: crypto.randomUUID() }],
  ["an older revision", { revision: 4 }],
  ["a later revision", { revision: 6 }],
  ["an attempt already done", { attempt: 2 }],
  ["an attempt never asked for", { attempt: 4 }],
])("an outcome of %s changes nothing", (_, members) => {
  const before = { ...aJudging({ wanted: 3, done: 2 }), revision: 5 };
  expect(withVerdict(before, aVerdict({ ...idOf(before, 3), ...members }), now(), pace)).toBeUndefined();
});

test("an older attempt than the one wanted is shown, and the wanted one stays outstanding", () => {
  const before = aJudging({ wanted: 3, done: 0 });
  const after = withVerdict(before, aVerdict(idOf(before, 2), { retry: true }), now(), pace);
  expect(after?.verdict?.attempt).toBe(2);
  expect(after?.evaluation).toEqual({ ...before.evaluation, done: 2 });
});

test("failed look-ups want another attempt after 2 s, 4 s, 8 s ... and never later than 5 minutes", () => {
  let judging = aJudging();
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const outcome = aVerdict(idOf(judging, attempt), { state: "Error", retry: true });
    judging = withVerdict(judging, outcome, now(), pace) ?? judging;
    waits.push(seconds(judging));
    expect(judging.evaluation).toMatchObject({ wanted: attempt + 1, done: attempt, sendings: 0 });
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
});

test("ten sendings 30 s apart stay Pending, the eleventh says Error and goes on every 5 minutes", () => {
  let judging = aJudging();
  for (let n = 2; n <= 10; n += 1) {
    judging = withSending(judging, now(), pace);
    expect([judging.evaluation.sendings, judging.verdict, seconds(judging)]).toEqual([n, null, 30]);
  }
  judging = withSending(judging, now(), pace);
  expect(judging.verdict).toMatchObject({
    state: "Error",
    stateReason: "not evaluated after 10 sendings; goes on trying every 5 minutes",
    attempt: null,
  });
  expect(seconds(judging)).toBe(300);
  const told = judging.verdict;
  expect(withSending(judging, now(), pace).verdict).toBe(told);
});

test("while a failed look-up waits for its answer the old Error shows, however often it is sent", () => {
  const before = aJudging();
  const failed = withVerdict(before, aVerdict(idOf(before, 1), { state: "Error", retry: true }), now(), pace) ?? before;
  let judging = failed;
  for (let n = 0; n < 15; n += 1) judging = withSending(judging, now(), pace);
  expect(judging.verdict).toEqual(failed.verdict);
});

test("a sending that did not leave the house is not counted and due at once", () => {
  fc.assert(
    fc.property(fc.nat(20), (sendings) => {
      const before = aJudging({ sendings });
      const undone = withoutLastSending(withSending(before, now(), pace), now());
      expect(undone.evaluation.sendings).toBe(sendings);
      expect(seconds(undone)).toBe(0);
    }),
  );
});
