import { afterEach, expect, test } from "@jest/globals";
import { createLogger } from "@network-access/service-runtime/logger";
import { currentRequest, type RequestContext, runInRequest } from "@network-access/service-runtime/request-context";
import { createProjector, type Projector } from "./projector.ts";

let projector: Projector | undefined;
afterEach(() => projector?.stop());

const request: RequestContext = {
  requestId: "upload",
  traceparent: undefined,
  signal: new AbortController().signal,
  annotations: {},
};

test("a batch belongs to no request, also where a request woke the projector and is over by then", async () => {
  const seen: unknown[] = [];
  const looked = Promise.withResolvers<void>();
  projector = createProjector({
    prepare: async () => void seen.push(currentRequest()),
    project: async () => {
      seen.push(currentRequest());
      looked.resolve();
      return 0;
    },
    logger: createLogger({ name: "test", level: "silent" }),
    now: () => new Date(),
  });
  runInRequest(request, projector.wake);
  await looked.promise;
  expect(seen).toEqual([undefined, undefined]);
});
