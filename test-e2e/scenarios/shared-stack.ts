import { afterAll, beforeAll } from "@jest/globals";
import { startTestStack, type TestStack } from "../stack.ts";

/**
 * The stack for all tests of `shared-stack.test.ts`. Each file uses ids and addresses of its own, because the boundaries
 * of all files may exist during each test.
 */
export let stack: TestStack;
beforeAll(async () => {
  // The limit is one stream per caller, so an open stream makes the examples of docs/clients wait.
  stack = await startTestStack({ only: "requests", settings: { MAX_STREAMS_PER_CALLER: "1" } });
});
afterAll(() => stack?.stop());
