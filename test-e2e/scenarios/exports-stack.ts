import { afterAll, beforeAll } from "@jest/globals";
import { testAuthorityFile } from "@network-access/testkit/test-certificates";
import { changeRequests } from "../clients/change-requests.ts";
import { startTestStack, type TestStack } from "../stack.ts";

/** Returns a boundary that lets the port 443 traffic of the tests' change requests pass, unless `over` changes it. */
export const boundary = (id: string, over: object = {}) => ({
  id,
  name: `Boundary ${id}`,
  action: "Pass",
  sources: [{ type: "Cidr", cidr: "10.1.0.0/16" }],
  destinations: [{ type: "Cidr", cidr: "10.9.0.0/16" }],
  services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
  platforms: [{ name: "edge", provider: "paloalto", accountId: "edge-1" }],
  ...over,
});

/**
 * The stack for all tests of `exports.test.ts`. It contains the boundary "web", trusts the authority that signs test
 * certificates, and attempts a delivery at most four times, with pauses of 0.3 s. An integration receives the results
 * of all requests, so each test removes its integrations at the end.
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
  await changeRequests(stack.graph()).saveBoundary(boundary("web"));
});
afterAll(() => stack?.stop());
