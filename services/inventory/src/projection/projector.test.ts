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

test("a batch belongs to no request, even when a request woke the projector", async () => {
  const seen: unknown[] = [];
  const projected = Promise.withResolvers<void>();
  projector = createProjector({
    prepare: async () => void seen.push(currentRequest()),
    project: async () => {
      seen.push(currentRequest());
      projected.resolve();
      return 0;
    },
    caughtUp: () => undefined,
    logger: createLogger({ name: "test", level: "silent" }),
    now: () => new Date(),
  });
  runInRequest(request, projector.wake);
  await projected.promise;
  expect(seen).toEqual([undefined, undefined]);
});

test("`caughtUp` is called once when everything is projected, and not when nothing was open", async () => {
  const events: string[] = [];
  let open = 3;
  const projector = createProjector({
    prepare: async () => undefined,
    async project() {
      events.push(`${open} open`);
      return open > 0 ? open-- : 0;
    },
    caughtUp: () => void events.push("caught up"),
    logger: createLogger({ name: "test", level: "silent" }),
    now: () => new Date(),
  });
  const { signal } = new AbortController();
  await projector.projectUpTo(new Date(), signal);
  expect(events).toEqual(["3 open", "2 open", "1 open", "0 open", "caught up"]);
  await projector.projectUpTo(new Date(), signal);
  expect(events.slice(5)).toEqual(["0 open"]);
});
