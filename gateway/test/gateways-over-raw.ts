import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { type Received, startRawSubgraph } from "./raw-subgraph.ts";
import { startTestGateway } from "./start-test-gateway.ts";
import { startSubgraph } from "./two-subgraphs.ts";

/**
 * Starts gateways for the tests of one `describe`. Each gateway has a working subgraph and a subgraph with scripted
 * responses. A gateway is stopped after its test. Call this function directly in the `describe`, not in a test.
 */
export function gatewaysOverRaw(execution: string) {
  let issuer: TestIssuer;
  let requests: Awaited<ReturnType<typeof startSubgraph>>;
  let stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    issuer = await startTestIssuer();
    requests = await startSubgraph("requests", issuer.users);
  });
  afterEach(async () => {
    for (const stop of stops.reverse()) await stop();
    stops = [];
  });
  afterAll(() => Promise.all([requests.stop(), issuer.stop()]));

  /**
   * Starts a gateway in which a server with scripted responses replaces one subgraph: `instead`, by default `groups`.
   */
  return async function gatewayOver(
    answer: (response: ServerResponse, received: Received, nth: number) => void,
    { instead = "groups", settings = {} }: { instead?: "groups" | "requests"; settings?: Record<string, string> } = {},
  ) {
    const raw = await startRawSubgraph(answer);
    stops.push(raw.stop);
    const urls = { requests: requests.url, groups: "http://127.0.0.1:1/graphql", [instead]: raw.url };
    const gateway = await startTestGateway(issuer, urls, { ...settings, EXECUTION: execution });
    stops.push(gateway.stop);
    return { gateway, raw };
  };
}
