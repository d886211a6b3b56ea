import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { type Received, startRawSubgraph } from "./raw-subgraph.ts";
import { startTestGateway } from "./start-test-gateway.ts";
import { startSubgraph } from "./two-subgraphs.ts";

/**
 * Returns a function that starts gateways in the tests of one `describe`. Each gateway is stopped after its test. Call
 * `gatewaysOverRaw` directly in the `describe`, because it registers hooks such as `beforeAll`.
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
   * Starts a gateway over the subgraphs `requests` and `groups`. A server with scripted responses replaces the subgraph
   * that `instead` names. If that is `requests`, the subgraph `groups` is unreachable.
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
