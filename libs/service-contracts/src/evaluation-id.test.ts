import { expect, test } from "@jest/globals";
import { evaluateChangeRequest } from "./evaluate-change-request.ts";
import { evaluationIdText, parseEvaluationId } from "./evaluation-id.ts";

const id = { changeRequestUuid: "0191d3a0-5b1c-7cc4-8f3a-3f2d6a1b9c10", revision: 3, attempt: 7 };

test("an evaluation id is parsed from its text", () => {
  expect(parseEvaluationId(evaluationIdText(id))).toEqual(id);
});

test.each([
  "",
  "none",
  "x:1:1",
  `${id.changeRequestUuid}:0:1`,
  `${id.changeRequestUuid}:1:1:1`,
  `${id.changeRequestUuid}:1:`,
])("%p is no evaluation id", (text) => {
  expect(parseEvaluationId(text)).toBeUndefined();
});

test("only the same attempt of the same revision is a duplicate", () => {
  expect(evaluateChangeRequest.deduplicationKey(id)).toBe(evaluateChangeRequest.deduplicationKey({ ...id }));
  expect(evaluateChangeRequest.deduplicationKey(id)).not.toBe(
    evaluateChangeRequest.deduplicationKey({ ...id, attempt: 8 }),
  );
});
