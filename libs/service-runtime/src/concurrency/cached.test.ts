import { expect, test } from "@jest/globals";
import { currentRequest, type RequestContext, runInRequest } from "../telemetry/request-context.ts";
import { cached } from "./cached.ts";

test("what is asked for all belongs to no request, also not to the one that asked first", async () => {
  const request: RequestContext = {
    requestId: "search",
    traceparent: undefined,
    signal: new AbortController().signal,
    annotations: {},
  };
  const ask = cached(
    async () => currentRequest(),
    1_000,
    () => performance.now(),
  );
  expect(await runInRequest(request, ask)).toBeUndefined();
  expect(currentRequest()).toBeUndefined();
});
