import { afterAll, beforeAll } from "@jest/globals";
import { testAuthorityFile } from "@network-access/testkit/test-certificates";
import { startTestStack, type TestStack } from "../stack.ts";

/**
 * The stack for all tests of `exports.test.ts`. It trusts the authority that signs test certificates, and tries a
 * delivery four times within a second. An integration receives the results of all requests, so each test removes its
 * integrations.
 */
export let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    only: "requests",
    settings: {
      NODE_EXTRA_CA_CERTS: testAuthorityFile,
      DELIVERY_PAUSES: "0.3,0.3,0.3",
      DELIVERY_MS: "5000",
      RESEND_AFTER_MS: "1000",
      SENDINGS_BEFORE_ERROR: "1000",
      SWEEP_EVERY_MS: "200",
      LEFT_AFTER_MS: "1000",
    },
  });
});
afterAll(() => stack?.stop());
