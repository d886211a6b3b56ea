import { afterAll, beforeAll } from "@jest/globals";
import { startTestStack, type TestStack } from "../stack.ts";

/**
 * The stack for the test files that `shared-stack.test.ts` imports. Each of these files uses its own ids and addresses,
 * because boundaries of other files may exist during its tests.
 */
export let stack: TestStack;
beforeAll(async () => {
  // This stack allows each caller one open stream. A test can therefore open a stream to make an example of
  // docs/clients wait.
  stack = await startTestStack({ only: "requests", settings: { MAX_STREAMS_PER_CALLER: "1" } });
});
afterAll(() => stack?.stop());
