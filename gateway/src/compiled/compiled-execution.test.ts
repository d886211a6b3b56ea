import { createServer } from "node:http";
import { expect, test } from "@jest/globals";
import { createLogger } from "@network-access/service-runtime/logger";
import { createTelemetry } from "@network-access/service-runtime/telemetry";
import { getOperationAST, parse } from "graphql";
import { z } from "zod";
import { composeSupergraph } from "../../compose-supergraph.ts";
import { richSubgraphs } from "../../test/rich-subgraphs.ts";
import type { OperationRequest } from "../execution.ts";
import { startOperationClock } from "../operation-clock.ts";
import { createCompiledExecution } from "./compiled-execution.ts";

const traces = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(z.object({ name: z.string() })) })) }),
  ),
});

/** Starts a trace collector that records the names of all received spans. */
async function startCollector() {
  const names: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { resourceSpans } = traces.parse(JSON.parse(body));
    for (const { scopeSpans } of resourceSpans)
      for (const { spans } of scopeSpans) names.push(...spans.map(({ name }) => name));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const logger = createLogger({ name: "test", level: "silent" });
  const endpoint = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const telemetry = createTelemetry({ serviceName: "test", endpoint, logger });
  await telemetry.start();
  return async () => {
    await telemetry.stop();
    server.closeAllConnections();
    server.close();
    return names;
  };
}

const composition = composeSupergraph(richSubgraphs);
if (!composition.ok) throw new Error(composition.reasons.join("\n"));

/** Creates an execution with one subgraph that always returns the same response. */
const { execute } = createCompiledExecution({
  supergraph: composition.supergraph,
  planCacheMib: 1,
  fetch: async () => ({ data: { account: { code: 1 } } }),
});

function ask(text: string, operationName?: string) {
  const document = parse(text);
  const clock = startOperationClock(60_000, undefined);
  const request = {
    document,
    operation: getOperationAST(document, operationName),
    queryHash: text,
    request: { variables: { id: "1" } },
    context: {},
  } as unknown as OperationRequest;
  return execute(request, clock).finally(() => clock.end());
}

const query = (name: string, more = "") => `query ${name}($id: ID!) { account(id: $id) { code ${more} } }`;

test("each stage has its span, and an operation is planned once", async () => {
  const stop = await startCollector();
  await ask(query("A"));
  await ask(query("A"));
  const stages = ["validate", "plan", "fetch", "postprocessing", "execute", "request"].map((name) => `gateway.${name}`);
  expect(await stop()).toEqual([...stages, ...stages.filter((name) => name !== "gateway.plan")]);
});

test("two operations of one document are two plans", async () => {
  const document = `${query("B")} ${query("C", "other: code")}`;
  expect(await ask(document, "B")).toEqual({ data: { account: { code: 1 } } });
  expect(await ask(document, "C")).toEqual({
    data: null,
    extensions: { valueCompletion: [{ path: ["account", "other"] }] },
  });
});

test("the memory for plans is bounded: the least recently used is planned again", async () => {
  const stop = await startCollector();
  await ask(query("D"));
  for (let nth = 0; nth < 100; nth += 1) await ask(query(`Other${nth}`));
  await ask(query("D"));
  await ask(query("Other99"));
  const plans = (await stop()).filter((name) => name === "gateway.plan");
  expect(plans).toHaveLength(102);
});
