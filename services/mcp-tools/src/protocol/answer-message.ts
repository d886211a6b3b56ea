import { classifyInboundRequest, SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { Tool } from "../answers/tool.ts";
import { jsonRpcError } from "./json-rpc-error.ts";
import { CACHED_MS, type Message, type MessageAnswer, SERVER_INFO } from "./package-answer.ts";
import type { ListedTool } from "./tool-list.ts";
import type { ToolRunner } from "./tool-runner.ts";

/**
 * The revision of the protocol whose era is "modern". In this revision, every request states the revision that it uses.
 */
const MODERN = "2026-07-28";
/**
 * The revisions of the protocol that begin with a handshake (`initialize`). Their era is "legacy". `undefined` is
 * included, because clients of the oldest revision may leave out the header with the revision.
 */
const LEGACY: ReadonlySet<string | undefined> = new Set([undefined, "2025-03-26", "2025-06-18", "2025-11-25"]);
const METHOD_NOT_FOUND = -32_601;
const INVALID_REQUEST = -32_600;

type Era = "modern" | "legacy";

/** A request that is answered without the MCP SDK. */
type PlainRequest =
  | { readonly method: "tools/list"; readonly id: string | number; readonly era: Era }
  | {
      readonly method: "tools/call";
      readonly id: string | number;
      readonly era: Era;
      readonly tool: Tool;
      readonly input: Readonly<Record<string, unknown>>;
    };

/**
 * Answers messages. Well-formed `tools/list` and `tools/call` requests are answered from the tool table, which takes a
 * tenth of the time of the MCP SDK. Batches and `subscriptions/listen` are refused. The MCP SDK answers all other
 * messages.
 */
export function createMessageAnswer(
  run: ToolRunner,
  answerByPackage: (message: Message) => Promise<MessageAnswer>,
): (message: Message) => Promise<MessageAnswer> {
  /** The JSON text of each tool list. */
  const listTexts = new WeakMap<readonly ListedTool[], string>();
  const listTextOf = (listed: readonly ListedTool[]): string => {
    const text = listTexts.get(listed) ?? JSON.stringify(listed);
    listTexts.set(listed, text);
    return text;
  };

  return async (message) => {
    const { body, caller, tools, signal, requestId } = message;
    if (Array.isArray(body))
      return { status: 400, body: jsonRpcError(INVALID_REQUEST, "Batches are not supported: send one message") };
    if (methodOf(body) === "subscriptions/listen")
      return { status: 404, body: jsonRpcError(METHOD_NOT_FOUND, "Method not found", idOf(body)) };
    const plain = plainRequest(message);
    if (!plain) return answerByPackage(message);
    const { id, era } = plain;
    if (plain.method === "tools/list") {
      const modern = `,"ttlMs":${CACHED_MS},"cacheScope":"private"${MODERN_MEMBERS}`;
      return answered(id, `{"tools":${listTextOf(tools.listed)}${era === "modern" ? modern : ""}}`);
    }
    const ran = await run(plain.tool, plain.input, caller, { signal, requestId });
    if (ran.kind === "caller-refused") return { status: 200, body: "", callerRefused: ran.message };
    const text = JSON.stringify(ran.result);
    return answered(id, era === "modern" ? `${text.slice(0, -1)}${MODERN_MEMBERS}}` : text);
  };
}

/** The members that every result of a request in the protocol era "modern" has, as JSON text. */
const MODERN_MEMBERS = `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: SERVER_INFO })}`;

function answered(id: string | number, result: string): MessageAnswer {
  return { status: 200, body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}` };
}

/**
 * Returns the `tools/list` or `tools/call` request in a message, or undefined if the MCP SDK must answer the message.
 */
function plainRequest({ body, headers, tools }: Message): PlainRequest | undefined {
  const id = idOf(body);
  const era = id === null ? undefined : eraOf(body, headers);
  if (id === null || era === undefined) return undefined;
  const method = methodOf(body);
  const params = isObject(body) && isObject(body.params) ? body.params : {};
  const others = Object.keys(params).filter((name) => name !== "_meta");
  if (method === "tools/list") return others.length === 0 ? { method, id, era } : undefined;
  if (method !== "tools/call" || others.some((name) => name !== "name" && name !== "arguments")) return undefined;
  const tool = typeof params.name === "string" ? tools.find(params.name) : undefined;
  const input = params.arguments ?? {};
  return tool && isObject(input) ? { method, id, era, tool, input } : undefined;
}

/**
 * Returns the protocol era of a request. Returns undefined if the era is unclear or the request must be refused. The
 * MCP SDK then handles the request.
 */
function eraOf(body: unknown, headers: Message["headers"]): Era | undefined {
  const version = headers["mcp-protocol-version"];
  const method = headers["mcp-method"];
  const name = headers["mcp-name"];
  const classified = classifyInboundRequest({
    ...{ httpMethod: "POST", body },
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
  if (classified.kind === "legacy") return LEGACY.has(version) ? "legacy" : undefined;
  if (classified.kind !== "modern" || classified.messageKind !== "request" || version !== MODERN) return undefined;
  // These checks are missing in `classifyInboundRequest`: the header `mcp-method` must be present, and the header
  // `mcp-name` must equal the name of the called tool.
  const isNamed = classified.message.method !== "tools/call" || name === classified.message.params?.name;
  return method !== undefined && isNamed ? "modern" : undefined;
}

function methodOf(body: unknown): unknown {
  return isObject(body) ? body.method : undefined;
}

function idOf(body: unknown): string | number | null {
  const id = isObject(body) ? body.id : undefined;
  return typeof id === "string" || (typeof id === "number" && Number.isInteger(id)) ? id : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
