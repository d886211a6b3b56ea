import { afterAll, beforeAll } from "@jest/globals";
import { startTestStack, type TestStack } from "../stack.ts";

/**
 * The stack for all tests of `shared-stack.test.ts`. Each file uses its own ids and addresses, because boundaries of
 * other files may exist during its tests.
 */
export let stack: TestStack;
beforeAll(async () => {
  // Each caller may have only one stream, so that an open stream makes the examples of docs/clients wait.
  stack = await startTestStack({ only: "requests", settings: { MAX_STREAMS_PER_CALLER: "1" } });
});
afterAll(() => stack?.stop());
