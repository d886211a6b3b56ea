import { expect, test } from "@jest/globals";
import { runInRequest } from "../telemetry/request-context.ts";
import { admitService } from "./admit-service.ts";
import { Refusal } from "./http-reply.ts";

const request = { headers: { authorization: "Bearer x" } };
const allowedSubjects = ["service:a"];

/** What the log line of a request gets, and what was refused. */
async function through(authenticate: Parameters<typeof admitService>[1]["authenticate"]) {
  const annotations: Record<string, unknown> = {};
  const context = { requestId: "r", traceparent: undefined, signal: new AbortController().signal, annotations };
  const refused = await runInRequest(context, () => admitService(request, { authenticate, allowedSubjects })).then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error.problem : error),
  );
  return { annotations, refused };
}

test("who comes in stands in the log line", async () => {
  const asked: unknown[] = [];
  const { annotations, refused } = await through(async (...question) => {
    asked.push(question);
    return { ok: true, subject: "service:a" };
  });
  expect([annotations, refused, asked]).toEqual([{ caller: "service:a" }, undefined, [["Bearer x", allowedSubjects]]]);
});

test("without a good token the answer says which kind would open", async () => {
  const refusal = { status: 401, code: "UNAUTHENTICATED", message: "no" } as const;
  const { annotations, refused } = await through(async () => ({ ok: false, refusal }));
  expect([annotations, refused]).toEqual([{}, { ...refusal, headers: { "www-authenticate": "Bearer" } }]);
});

test("a subject that is not listed is told so, and asked for no other token", async () => {
  const refusal = { status: 403, code: "FORBIDDEN", message: "no" } as const;
  expect((await through(async () => ({ ok: false, refusal }))).refused).toEqual(refusal);
});
