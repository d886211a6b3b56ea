import { afterAll, beforeAll } from "@jest/globals";
import { startTestStack, type TestStack } from "../stack.ts";

/** The stack for all tests of `shared-stack.test.ts`. Each file uses ids of its own. */
export let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ only: "requests" });
});
afterAll(() => stack?.stop());
