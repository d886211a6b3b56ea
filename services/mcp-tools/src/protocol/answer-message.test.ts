import { describe, expect, test } from "@jest/globals";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import type { Tool } from "../answers/tool.ts";
import type { UserCaller } from "../callers/caller.ts";
import { createMessageAnswer } from "./answer-message.ts";
import { createPackageAnswer, type Message } from "./package-answer.ts";
import { createToolLists } from "./tool-list.ts";
import { createToolRunner } from "./tool-runner.ts";

/**
 * Each message is answered twice: with the MCP SDK and, if possible, from the tool table. The tests compare the two
 * answers.
 */

const user: UserCaller = {
  ...{ kind: "user", keyId: "k", userId: 7, deviceGroupIds: [3], defaultGroupId: 3, headerGroupId: null },
};
const schema = { type: "object", properties: {}, additionalProperties: false };
const tool = (name: string, run: Tool["run"], anonymous = false): Tool => ({
  ...{ name, title: `Title of ${name}`, description: `Says ${name}.`, anonymous, run },
  ...{ inputSchema: schema, outputSchema: { type: "object" } },
});
const MISTAKE = {
  ...{ message: `found "a\n\u202e#\t${"x".repeat(2_000)}"`, position: 3, found: "a", expected: [], nearest: null },
};
const TOOLS = [
  tool(
    "open",
    async (input) => ({ kind: "answer", text: `open ${JSON.stringify(input)}`, structured: { input } }),
    true,
  ),
  tool("refusing", async () => ({ kind: "refusal", texts: ["No.", "Ask otherwise."] })),
  tool("barred", async () => ({ kind: "manager-failure", failure: { kind: "user-refused", state: "locked" } })),
  tool("misled", async () => ({
    kind: "manager-failure",
    failure: { kind: "query", mistake: MISTAKE },
  })),
  tool("narrowed", async () => ({ kind: "caller-refused", message: "Device group 5 is not authorized for this user" })),
  tool("broken", async () => {
    throw new Error("connect ECONNREFUSED 10.0.0.5:9000 user=admin");
  }),
];
const { logger, lines } = keepLogLines();
const run = createToolRunner({
  ...{ manager: { get: () => Promise.reject(new Error("not called")) }, now: () => new Date(), logger },
});
const lists = createToolLists(TOOLS, (names) => `Tools: ${[...names].join()}`);
const byPackage = createPackageAnswer(run);
const byTable = createMessageAnswer(run, () => Promise.reject(new Error("the table has no answer")));
const answer = createMessageAnswer(run, byPackage);

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const ACCEPT = { accept: "application/json, text/event-stream" };

function message(
  era: "modern" | "legacy",
  method: string,
  params: object = {},
  more: { readonly headers?: Readonly<Record<string, string>>; readonly caller?: Message["caller"] } = {},
): Message {
  const caller = more.caller ?? user;
  const name = (params as { name?: string }).name;
  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...(name && { "mcp-name": name }) };
  return {
    body: { jsonrpc: "2.0", id: 1, method, params: era === "modern" ? { ...params, _meta: META } : params },
    headers: { ...ACCEPT, ...(era === "modern" && modern), ...more.headers },
    ...{ caller, tools: lists(caller), signal: new AbortController().signal, requestId: "r" },
  };
}
const parsed = ({ status, body, ...rest }: { status: number; body: string }) => ({
  ...{ status, body: body === "" ? "" : JSON.parse(body), ...rest },
});

describe.each(["modern", "legacy"] as const)("in the %s era", (era) => {
  test.each([
    ["tools/list", {}],
    ["tools/call", { name: "open" }],
    ["tools/call", { name: "open", arguments: { a: [1, "x"] } }],
    ["tools/call", { name: "refusing", arguments: {} }],
    ["tools/call", { name: "broken", arguments: {} }],
  ])("%s with %j has the same answer from the table and from the package", async (method, params) => {
    const given = message(era, method, params);
    expect(parsed(await byTable(given))).toEqual(parsed(await byPackage(given)));
  });

  test("a caller without a key sees one tool, and the others do not exist", async () => {
    const anonymous = { caller: { kind: "anonymous" } } as const;
    const listed = parsed(await answer(message(era, "tools/list", {}, anonymous)));
    expect(listed.body.result.tools.map(({ name }: { name: string }) => name)).toEqual(["open"]);
    const called = parsed(await answer(message(era, "tools/call", { name: "refusing" }, anonymous)));
    expect(called.body).toMatchObject({ id: 1, error: { code: -32_602, message: "Tool refusing not found" } });
  });

  test("a user whom the manager refuses meanwhile is refused, whichever way the call takes", async () => {
    const given = message(era, "tools/call", { name: "barred" });
    for (const way of [byTable, byPackage]) expect((await way(given)).callerRefused).toBe("user is disabled");
    const narrowed = message(era, "tools/call", { name: "narrowed" });
    for (const way of [byTable, byPackage])
      expect((await way(narrowed)).callerRefused).toBe("Device group 5 is not authorized for this user");
  });

  test("a mistake that the manager finds in a query stands in one line", async () => {
    const { body } = parsed(await answer(message(era, "tools/call", { name: "misled" })));
    expect(body.result.content).toEqual([
      { type: "text", text: expect.stringMatching(/^found "a # {1,2}x{500,600}… \(position 3\)$/) },
    ]);
  });

  test("an unexpected error reaches the log and not the caller", async () => {
    lines.length = 0;
    const { body } = await answer(message(era, "tools/call", { name: "broken" }));
    expect(body).not.toContain("ECONNREFUSED");
    expect(parsed({ status: 200, body }).body.result).toMatchObject({ isError: true, content: [{ type: "text" }] });
    expect(JSON.stringify(lines)).toContain("ECONNREFUSED");
  });
});

test("a bare tools/list without handshake and version is answered", async () => {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const { status, body: text } = await byTable({ ...message("legacy", "tools/list"), body });
  expect([status, JSON.parse(text).result.tools.length]).toEqual([200, TOOLS.length]);
});

test("modern lists may be kept for a minute, by their caller alone", async () => {
  const { body } = parsed(await answer(message("modern", "tools/list")));
  expect(body.result).toMatchObject({ ttlMs: 60_000, cacheScope: "private", resultType: "complete" });
});

test.each([
  ["a batch", [{ jsonrpc: "2.0", id: 1, method: "tools/list" }], 400, -32_600],
  ["subscriptions/listen", { jsonrpc: "2.0", id: 1, method: "subscriptions/listen" }, 404, -32_601],
  ["no JSON-RPC", { hello: 1 }, 400, -32_600],
])("%s is refused", async (_, body, status, code) => {
  const answered = parsed(await answer({ ...message("legacy", "tools/list"), body }));
  expect([answered.status, answered.body.error.code]).toEqual([status, code]);
});

test.each([
  ["a missing method header", { "mcp-method": "" }, -32_020],
  ["another name in the header", { "mcp-name": "refusing" }, -32_020],
  ["an unknown version", { "mcp-protocol-version": "2031-01-01" }, -32_020],
])("a modern call with %s is refused", async (_, headers, code) => {
  const given = message("modern", "tools/call", { name: "open" });
  const kept = Object.fromEntries(Object.entries({ ...given.headers, ...headers }).filter(([, value]) => value !== ""));
  const { status, body } = parsed(await answer({ ...given, headers: kept }));
  expect([status, body.error.code]).toEqual([400, code]);
});

test("a legacy version that no revision has is refused", async () => {
  const headers = { "mcp-protocol-version": "2020-01-01" };
  expect((await answer(message("legacy", "tools/list", {}, { headers }))).status).toBe(400);
});

test.each(["initialize", "ping", "server/discover"])("%s is answered as JSON", async (method) => {
  const params = {
    initialize: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    ping: {},
    "server/discover": {},
  }[method];
  const era = method === "server/discover" ? "modern" : "legacy";
  const { status, body } = parsed(await answer(message(era, method, params)));
  expect([status, body.error]).toEqual([200, undefined]);
  if (method === "ping") return;
  expect(body.result).toMatchObject({
    capabilities: { tools: { listChanged: false } },
    instructions: expect.stringContaining("Tools: open"),
  });
});

test("a call ends after its time, even if the tool does not notice the signal", async () => {
  const stuck = tool("stuck", () => new Promise(() => undefined));
  const hurried = createToolRunner({
    ...{ manager: { get: () => Promise.reject(new Error("not called")) }, now: () => new Date(), logger, callMs: 20 },
  });
  const { signal } = new AbortController();
  const ran = await hurried(stuck, {}, user, { signal, requestId: "r" });
  expect(ran).toMatchObject({ result: { isError: true, content: [{ text: "stuck timed out." }, { type: "text" }] } });
});
