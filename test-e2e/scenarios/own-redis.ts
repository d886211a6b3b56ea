import { afterAll, beforeAll } from "@jest/globals";
import { startTestStack, type TestStack } from "../stack.ts";

/** The origin whose pages may open streams. */
export const origin = "https://desk.example";

/**
 * The stack for the test files that `own-redis.test.ts` imports. It has its own Redis, so tests may stop and empty it.
 * Each of these files uses its own ids.
 */
export let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    only: "requests",
    ownEngines: ["redis"],
    settings: {
      COMPARE_EVERY_MS: "3000",
      RESEND_AFTER_MS: "1000",
      SWEEP_EVERY_MS: "200",
      SENDINGS_BEFORE_ERROR: "1000",
      MAX_STREAMS_PER_CALLER: "1100",
      CORS_ORIGINS: origin,
    },
  });
});
afterAll(() => stack?.stop());
