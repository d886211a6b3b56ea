import { afterAll, beforeAll } from "@jest/globals";
import { allWeb, changeRequests } from "../clients/change-requests.ts";
import { startTestStack, type TestStack } from "../stack.ts";

/**
 * The stack for the test files that `shared-stack.test.ts` imports. It contains the boundary "all-web". Each of these
 * files uses its own ids, and starts everything again that it stops. 10.2.0.0/16 is reserved for `database.ts`.
 */
export let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    only: "requests",
    ownEngines: ["mongo", "redis"],
    settings: { RESEND_AFTER_MS: "1000", SWEEP_EVERY_MS: "200", SENDINGS_BEFORE_ERROR: "1000", FIRST_RETRY_MS: "500" },
  });
  await changeRequests(stack.graph()).saveBoundary(allWeb);
});
afterAll(() => stack?.stop());
