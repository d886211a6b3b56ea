import { afterAll, beforeAll } from "@jest/globals";
import { PROCESS_NAMES } from "@network-access/local-stack/process-plans";
import { changeRequests } from "../clients/change-requests.ts";
import { startTraceReceiver } from "../clients/trace-receiver.ts";
import { startTestStack, type TestStack } from "../stack.ts";
import { type ReadOnlyTrees, writeReadOnlyTrees } from "./read-only-trees.ts";

/** The processes that run from an image: all processes of the stack except the issuer. */
export const SERVERS = PROCESS_NAMES.filter((name) => name !== "issuer");

/** The boundary that lets the requests of these tests pass. */
export const boundary = {
  id: "office-to-web",
  name: "Office to web",
  action: "Pass",
  sources: [{ type: "Cidr", cidr: "10.1.0.0/16" }],
  destinations: [{ type: "Cidr", cidr: "10.9.0.0/16" }],
  services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
};

/**
 * The stack for all tests of `images.test.ts`. Every process of `SERVERS` runs as in production, from the files of its
 * image. If root runs the tests, the processes run as the user of the image. All processes send their traces to
 * `traces`.
 */
export let stack: TestStack;
export let trees: ReadOnlyTrees;
export let traces: Awaited<ReturnType<typeof startTraceReceiver>>;

beforeAll(async () => {
  trees = await writeReadOnlyTrees();
  traces = await startTraceReceiver();
  // Processes load the packages that send traces only if this endpoint is set.
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_BSP_SCHEDULE_DELAY: "200" };
  stack = await startTestStack({ trees, settings: { INTROSPECTION: "off", ...endpoint } });
  await changeRequests(stack.graph()).saveBoundary(boundary);
});
afterAll(async () => {
  await stack?.stop();
  await trees?.remove();
  await traces?.stop();
});
