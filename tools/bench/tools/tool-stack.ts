import { setTimeout as sleep } from "node:timers/promises";
import type { BenchSettings } from "../bench-settings.ts";
import { withBenchStack } from "../bench-stack.ts";
import { type EstateClient, estateClient } from "../estate/estate-client.ts";
import { HEAP_MB } from "../estate/estate-stack.ts";
import { callHttp } from "../load/call-http.ts";
import { bareMessage } from "./prepared-call.ts";

const PASSWORD = "a password of the benchmark";
const ALL_DEVICES = 1;
const USER_KNOWN_MS = 60_000;

/** A tool server with its security manager, and a user with permission to read the whole estate. */
export interface ToolStack {
  readonly mcpUrl: string;
  readonly managerUrl: string;
  /** A client of the manager with all permissions. */
  readonly client: EstateClient;
  /** The headers of the user at the tool server. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The headers of the same user at the manager. */
  readonly session: Readonly<Record<string, string>>;
}

/**
 * Starts a tool server with a higher rate limit than in production. The burst is the same as in production, because
 * with a larger burst the server would lease more tokens at a time.
 */
export function withToolStack<Result>(
  { profileFolder }: BenchSettings,
  work: (stack: ToolStack) => Promise<Result>,
): Promise<Result> {
  const settings = {
    permissions: ["estate:manage", "tool-key:manage"],
    ...{ profiled: ["mcp-tools"] as const, profileFolder },
    environment: {
      "mcp-tools": { USER_RATE: "100000" },
      "security-manager": { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
    },
    opensearchFlags: "distribution" as const,
  };
  return withBenchStack(settings, async ({ stack: { managerUrl, mcpUrl }, token }) => {
    const client = estateClient(managerUrl, token);
    const { userId, session } = await createReader(client);
    const credentials = { "x-api-key": await createKey(mcpUrl, token), "x-mgr-user-id": String(userId) };
    await untilKnown(mcpUrl, credentials);
    return work({ mcpUrl, managerUrl, client, credentials, session });
  });
}

/** Creates a user who may read every device. */
async function createReader({ call }: EstateClient) {
  const create = async (path: string, body: object) =>
    (JSON.parse((await call("POST", path, body)).text) as { id: number }).id;
  const userGroup = await create("/domain/1/usergroup", { name: "readers of the benchmark" });
  await call("PUT", `/domain/1/usergroup/${userGroup}/permissions`, {
    permissions: ["securityManager", "devices"].map((name) => ({ name, read: true })),
    deviceGroups: [{ id: ALL_DEVICES, read: true }],
  });
  const login = { username: "reader-of-the-benchmark", password: PASSWORD };
  const userId = await create("/domain/1/user", { ...login, userGroupIds: [userGroup] });
  const { token } = JSON.parse((await call("POST", "/authentication/login", login)).text) as { token: string };
  return { userId, session: { authorization: `Bearer ${token}` } };
}

async function createKey(mcpUrl: string, authorization: string): Promise<string> {
  const body = JSON.stringify({ label: "benchmark", kind: "registration" });
  const headers = { authorization, "content-type": "application/json" };
  const { status, text } = await callHttp("POST", new URL("/tool-keys", mcpUrl).href, headers, body);
  if (status >= 300) throw new Error(`the tool server answered POST /tool-keys with ${status}: ${text}`);
  return (JSON.parse(text) as { secret: string }).secret;
}

/** Waits until the tool server accepts the new user, which it does after it has copied the manager's users again. */
async function untilKnown(mcpUrl: string, credentials: ToolStack["credentials"]): Promise<void> {
  const { method, headers, body } = bareMessage(mcpUrl, credentials, "tools/list", {});
  for (const until = Date.now() + USER_KNOWN_MS; ; await sleep(500)) {
    const { status, text } = await callHttp(method, mcpUrl, headers, body);
    if (status === 200) return;
    if (Date.now() > until) throw new Error(`the tool server still answers ${status}: ${text}`);
  }
}
