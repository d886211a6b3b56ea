import { afterAll, beforeAll } from "@jest/globals";
import { startTestStack, type TestStack } from "../stack.ts";

// Both times are long enough for a busy machine. A stopping process accepts connections for DRAIN_SECONDS, and a test
// must get a response within this time. The process aborts work in progress that takes longer than STOP_SECONDS.
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
