import { expect, test } from "@jest/globals";
import { evaluateChangeRequest } from "./evaluate-change-request.ts";
import { evaluationIdText, parseEvaluationId } from "./evaluation-id.ts";

const id = { changeRequestUuid: "0191d3a0-5b1c-7cc4-8f3a-3f2d6a1b9c10", revision: 3, attempt: 7 };

test("an evaluation id comes back from its text", () => {
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

test("only the same attempt of the same revision counts as the same work", () => {
  expect(evaluateChangeRequest.sameWhile(id)).toBe(evaluateChangeRequest.sameWhile({ ...id }));
  expect(evaluateChangeRequest.sameWhile(id)).not.toBe(evaluateChangeRequest.sameWhile({ ...id, attempt: 8 }));
});
