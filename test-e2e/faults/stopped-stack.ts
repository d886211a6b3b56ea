import { afterAll, beforeAll } from "@jest/globals";
import { startTestStack, type TestStack } from "../stack.ts";

// Even on a busy machine, a process answers a request within DRAIN_SECONDS, and finishes its work in progress within
// STOP_SECONDS. It cuts off work that takes longer.
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
