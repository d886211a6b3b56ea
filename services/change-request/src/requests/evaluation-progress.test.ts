import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aChangeRequest, aClock, aVerdict, pace } from "../../test/change-requests.ts";
import { type EvaluationStatus, withoutLastSend, withSend, withVerdict } from "./evaluation-progress.ts";

const { now } = aClock();
const seconds = (status: EvaluationStatus | undefined) =>
  (Date.parse(status?.evaluation.nextSendAt ?? "") - now().getTime()) / 1_000;

function aStatus(progress: Partial<EvaluationStatus["evaluation"]> = {}): EvaluationStatus {
  const { id, uuid, revision, verdict, evaluation } = aChangeRequest();
  return { id, uuid, revision, verdict, evaluation: { ...evaluation, ...progress } };
}
const idOf = ({ uuid, revision }: EvaluationStatus, attempt: number) => ({
  changeRequestUuid: uuid,
  revision,
  attempt,
});

test("the result of the wanted attempt is the verdict, and nothing is outstanding", () => {
  const before = aStatus({ retries: 4 });
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
  const before = { ...aStatus({ wanted: 3, done: 2 }), revision: 5 };
  expect(withVerdict(before, aVerdict({ ...idOf(before, 3), ...members }), now(), pace)).toBeUndefined();
});

test("the verdict of an older attempt is shown, and the wanted one stays outstanding", () => {
  const before = aStatus({ wanted: 3, done: 0 });
  const after = withVerdict(before, aVerdict(idOf(before, 2), { retry: true }), now(), pace);
  expect(after?.verdict?.attempt).toBe(2);
  expect(after?.evaluation).toEqual({ ...before.evaluation, done: 2 });
});

test("failed lookups request another attempt after 2 s, 4 s, 8 s ... and never later than 5 minutes", () => {
  let status = aStatus();
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const outcome = aVerdict(idOf(status, attempt), { state: "Error", retry: true });
    status = withVerdict(status, outcome, now(), pace) ?? status;
    waits.push(seconds(status));
    expect(status.evaluation).toMatchObject({ wanted: attempt + 1, done: attempt, sendings: 0 });
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
});

test("ten sends 30 s apart leave it Pending, the eleventh shows Error and the next follow every 5 minutes", () => {
  let status = aStatus();
  for (let n = 2; n <= 10; n += 1) {
    status = withSend(status, now(), pace);
    expect([status.evaluation.sendings, status.verdict, seconds(status)]).toEqual([n, null, 30]);
  }
  status = withSend(status, now(), pace);
  expect(status.verdict).toMatchObject({
    state: "Error",
    stateReason: "the evaluator did not answer 10 requests; it is asked again every 5 minutes",
    attempt: null,
  });
  expect(seconds(status)).toBe(300);
  const shown = status.verdict;
  expect(withSend(status, now(), pace).verdict).toBe(shown);
});

test("while the attempt after a failed lookup is unanswered the old Error shows, however often it is sent", () => {
  const before = aStatus();
  const failed = withVerdict(before, aVerdict(idOf(before, 1), { state: "Error", retry: true }), now(), pace) ?? before;
  let status = failed;
  for (let n = 0; n < 15; n += 1) status = withSend(status, now(), pace);
  expect(status.verdict).toEqual(failed.verdict);
});

test("a send that could not be queued is not counted and is due at once", () => {
  fc.assert(
    fc.property(fc.nat(20), (sendings) => {
      const before = aStatus({ sendings });
      const undone = withoutLastSend(withSend(before, now(), pace), now());
      expect(undone.evaluation.sendings).toBe(sendings);
      expect(seconds(undone)).toBe(0);
    }),
  );
});
