import { expect, test } from "@jest/globals";
import { runInRequest } from "../telemetry/request-context.ts";
import { admitService } from "./admit-service.ts";
import { Refusal } from "./http-reply.ts";

const request = { headers: { authorization: "Bearer x" } };
const allowedSubjects = ["service:a"];

/**
 * Calls `admitService` in the context of a request. Returns the annotations of the request's log line, and the refusal
 * if the service was not admitted.
 */
async function admit(authenticate: Parameters<typeof admitService>[1]["authenticate"]) {
  const annotations: Record<string, unknown> = {};
  const context = { requestId: "r", traceparent: undefined, signal: new AbortController().signal, annotations };
  const refused = await runInRequest(context, () => admitService(request, { authenticate, allowedSubjects })).then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error.problem : error),
  );
  return { annotations, refused };
}

test("the admitted service is in the log line", async () => {
  const calls: unknown[] = [];
  const { annotations, refused } = await admit(async (...call) => {
    calls.push(call);
    return { ok: true, subject: "service:a" };
  });
  expect([annotations, refused, calls]).toEqual([{ caller: "service:a" }, undefined, [["Bearer x", allowedSubjects]]]);
});

test("without a valid token the answer names the scheme that is needed", async () => {
  const refusal = { status: 401, code: "UNAUTHENTICATED", message: "no" } as const;
  const { annotations, refused } = await admit(async () => ({ ok: false, refusal }));
  expect([annotations, refused]).toEqual([{}, { ...refusal, headers: { "www-authenticate": "Bearer" } }]);
});

test("a subject that is not listed is refused without a request for another token", async () => {
  const refusal = { status: 403, code: "FORBIDDEN", message: "no" } as const;
  expect((await admit(async () => ({ ok: false, refusal }))).refused).toEqual(refusal);
});
