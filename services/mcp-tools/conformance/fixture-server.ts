import { CACHED_MS, JsonServer, type Message, SERVER_INFO, type ToolCall } from "../src/protocol/package-answer.ts";
import { createToolLists, type ListedTool, type VisibleTools } from "../src/protocol/tool-list.ts";
import { askingTools } from "./asking-tools.ts";
import { contentTools } from "./content-tools.ts";
import type { FixtureTool } from "./fixture-tool.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { requestStates } from "./request-state.ts";
import { readResource, resources, resourceTemplates } from "./resources.ts";
import { streamTools } from "./stream-tools.ts";
import { textTools } from "./text-tools.ts";

const FIXTURES: ReadonlyMap<string, FixtureTool> = new Map(
  [...contentTools, ...askingTools, ...streamTools].map((tool) => [tool.name, tool]),
);
const CACHED = { ttlMs: CACHED_MS, cacheScope: "public" } as const;

/**
 * The fixture tools, which every caller sees. `listed` contains all of them. `find` finds only the tools of
 * text-tools.ts. The server that `makeFixtureServer` creates runs all other fixture tools.
 */
export const fixtureTools: VisibleTools = listFixtures();

function listFixtures(): VisibleTools {
  const tools = createToolLists(
    textTools,
    () => "Fixtures for the protocol's conformance suite.",
  )({ kind: "anonymous" });
  return { ...tools, listed: [...tools.listed, ...[...FIXTURES.values()].map(listedFixture)] };
}

function listedFixture({ name, description, inputSchema }: FixtureTool): ListedTool {
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return { name, title: name, description, inputSchema, annotations: { title: name, ...annotations } };
}

/** Creates a server with the fixtures that the conformance suite expects. The server handles one message. */
export function makeFixtureServer({ tools }: Message, callTool: ToolCall): JsonServer {
  const server = new JsonServer(SERVER_INFO, {
    capabilities: {
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      completions: {},
      logging: {},
    },
    instructions: tools.instructions,
    cacheHints: {
      "server/discover": CACHED,
      "tools/list": CACHED,
      "prompts/list": CACHED,
      "resources/list": CACHED,
      "resources/templates/list": CACHED,
      "resources/read": CACHED,
    },
    requestState: { verify: requestStates.verify },
  });
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.listed] }));
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const fixture = FIXTURES.get(params.name);
    return fixture ? fixture.answer(context, params.arguments ?? {}) : callTool(params, context);
  });
  server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts() }));
  server.setRequestHandler("prompts/get", ({ params }, context) => getPrompt(params, context));
  server.setRequestHandler("resources/list", () => ({ resources: [...resources] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler("resources/read", ({ params }) => readResource(params.uri));
  // Subscriptions are accepted but not stored. The resources never change, so the server never has to send a
  // notification about them.
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("completion/complete", ({ params }) => complete(params.argument.value));
  return server;
}

function complete(beginning: string) {
  const values = ["paris", "park", "party", "test"].filter((word) => word.startsWith(beginning));
  return { completion: { values, total: values.length, hasMore: false } };
}
