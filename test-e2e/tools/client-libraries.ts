import { beforeAll, describe, expect, test } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { loaded } from "./shared-tool-server.ts";

/** In these tests, MCP client libraries call the tool server in the older and in the newer form of the protocol. */

const INFO = { name: "test-client", version: "1.0.0" };
const QUESTION = { name: "count_firewall_rules", arguments: { sourceIp: "PUBLIC_INTERNET", actionType: "ALLOW" } };

/**
 * The tool names and the answer to `QUESTION` without a client library. The results of the libraries are compared with
 * them.
 */
let expected: { readonly names: readonly string[]; readonly text: string };
let headers: Record<string, string>;
beforeAll(async () => {
  expected = {
    names: await loaded.client.names(),
    text: (await loaded.client.call(QUESTION.name, QUESTION.arguments)).text,
  };
  headers = { "x-api-key": loaded.access.apiKey, "x-mgr-user-id": String(loaded.access.userId) };
});

async function open(mode: "legacy" | "auto", sent = headers): Promise<Client> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(loaded.stack.mcpUrl), { requestInit: { headers: sent } }),
  );
  return client;
}

describe.each(["legacy", "auto"] as const)("@modelcontextprotocol/client, negotiating %s", (mode) => {
  test("lists the tools and gets the same answer as a single request", async () => {
    const client = await open(mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expected.names);
    const { content, structuredContent, isError } = await client.callTool(QUESTION);
    expect([content, isError ?? false]).toEqual([[{ type: "text", text: expected.text }], false]);
    expect(structuredContent).toMatchObject({ count: expect.any(Number) });
    expect(client.getInstructions()).toContain("count_firewall_rules");
    await client.close();
  });

  test("gets a refusal of a tool as its result", async () => {
    const client = await open(mode);
    const refused = await client.callTool({ name: QUESTION.name, arguments: { sourceAddress: "10.0.0.1" } });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("sourceIp") }] });
    await client.close();
  });

  test("without a key sees the documentation search alone", async () => {
    const client = await open(mode, {});
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["search_documentation"]);
    await client.close();
  });

  test("with an unknown key is refused", async () => {
    await expect(open(mode, { "x-api-key": "unknown" })).rejects.toThrow();
  });
});

test("a client that negotiates uses the newest revision, and one of the older era the last of that era", async () => {
  const [newest, older] = [await open("auto"), await open("legacy")];
  expect(newest.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  expect(older.getNegotiatedProtocolVersion()).toBe("2025-11-25");
  await newest.close();
  await older.close();
});

test("@modelcontextprotocol/sdk lists the tools and gets the same answer", async () => {
  const client = new OlderClient(INFO);
  await client.connect(new OlderTransport(new URL(loaded.stack.mcpUrl), { requestInit: { headers } }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(expected.names);
  expect((await client.callTool(QUESTION)).content).toEqual([{ type: "text", text: expected.text }]);
  await client.close();
});
