import { expect, test } from "@jest/globals";
import { currentRequest, type RequestContext, runInRequest } from "../telemetry/request-context.ts";
import { cached } from "./cached.ts";

test("a cached value is loaded outside of any request, also of the first one that needs it", async () => {
  const request: RequestContext = {
    requestId: "search",
    traceparent: undefined,
    signal: new AbortController().signal,
    annotations: {},
  };
  const load = cached(
    async () => currentRequest(),
    1_000,
    () => performance.now(),
  );
  expect(await runInRequest(request, load)).toBeUndefined();
  expect(currentRequest()).toBeUndefined();
});
