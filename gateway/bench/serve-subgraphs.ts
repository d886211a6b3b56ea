import { createServer } from "node:http";
import { buildSubgraphSchema } from "@apollo/subgraph";
import { graphql, parse } from "graphql";
import { readSubgraphs } from "../read-subgraphs.ts";
import { benchData } from "./bench-data.ts";

/**
 * Serves the benchmark's subgraphs from memory. Each response is computed once and cached by request body. Repeated
 * requests therefore cost the subgraphs little, and most of the load is on the gateway. Prints one line of JSON with
 * the URL of each subgraph.
 */
const addresses: Record<string, string> = {};
for (const { name, sdl } of readSubgraphs()) {
  const { query, entity } = benchData[name] ?? { query: {}, entity: () => null };
  const resolveReference = { __resolveReference: async (key: { id: string }) => entity(key) };
  const schema = buildSubgraphSchema([
    { typeDefs: parse(sdl), resolvers: name === "inventory" ? { InventoryItem: resolveReference } : {} },
  ]);
  const answers = new Map<string, Promise<string>>();
  const work = async (body: string) => {
    const { query: source, variables, operationName } = JSON.parse(body);
    return JSON.stringify(
      await graphql({ schema, source, rootValue: query, variableValues: variables, operationName }),
    );
  };
  const server = createServer({ keepAliveTimeout: 120_000 }, async (request, response) => {
    if (request.method === "GET") return void response.end(sdl);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const answer = answers.get(body) ?? work(body);
    answers.set(body, answer);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(await answer);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address === "object" && address) addresses[name] = `http://127.0.0.1:${address.port}/graphql`;
}
console.log(JSON.stringify(addresses));
