import { afterAll, beforeAll } from "@jest/globals";
import { startTestStack, type TestStack } from "../stack.ts";

// On a busy machine, a process needs up to DRAIN_SECONDS to answer a request, and up to STOP_SECONDS to finish its work
// in progress. Work that takes longer is aborted.
export const DRAIN_SECONDS = 5;
export const STOP_SECONDS = 15;

/** The stack for all tests of `stops.test.ts`. */
export let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    settings: {
      RESEND_AFTER_MS: "1000",
      SWEEP_EVERY_MS: "200",
      SENDINGS_BEFORE_ERROR: "1000",
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      STOP_SECONDS: String(STOP_SECONDS),
    },
  });
});
afterAll(() => stack?.stop());
