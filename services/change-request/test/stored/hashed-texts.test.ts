import { expect, test } from "@jest/globals";
import { stateEvent } from "../../src/live-states/state-event.ts";
import { evaluationIdOf } from "../../src/requests/change-request.ts";
import { judgedRequest, savedRequest } from "./values.ts";

test("the same state has the same event id in every release: a watcher has seen it already", () => {
  const idOf = (shown: typeof judgedRequest, mayAll: boolean) => stateEvent(shown, { may: () => mayAll }).id;
  const ids = [idOf(judgedRequest, true), idOf(judgedRequest, false), idOf(savedRequest, true)];
  expect(ids).toEqual(["3.4.e5wKYtjO", "3.4.uSsw2Gr4", "1.0.GCSC2fgX"]);
});

test("a request names its evaluation as other services do", () => {
  const named = [judgedRequest, savedRequest].map(evaluationIdOf);
  expect(named).toEqual(["0b0b0b0b-1111-4222-8333-000000000001:3:4", "none"]);
});
