import { eventually } from "@network-access/testkit/until";

/** The caller of the tool server. A caller without a key is anonymous. */
export interface ToolCredentials {
  readonly apiKey?: string;
  readonly userId?: number | string;
  readonly deviceGroupId?: number | string;
}

interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the members of any answer
  readonly body: any;
}

/** The result of a tool. */
export interface CalledTool {
  readonly text: string;
  readonly texts: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own structure
  readonly structured: any;
  readonly isError: boolean;
}

/** A client of the tool server that sends single HTTP requests, as with `curl`. */
export function toolClient(mcpUrl: string, { apiKey, userId, deviceGroupId }: ToolCredentials = {}) {
  const credentials = {
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
    ...(userId !== undefined && { "x-mgr-user-id": String(userId) }),
    ...(deviceGroupId !== undefined && { "x-device-group-id": String(deviceGroupId) }),
  };

  async function post(body: unknown, headers: Readonly<Record<string, string>> = {}, method = "POST") {
    const response = await fetch(mcpUrl, {
      method,
      headers: {
        ...{ accept: "application/json, text/event-stream", "content-type": "application/json" },
        ...credentials,
        ...headers,
      },
      ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: HttpAnswer = {
      ...{ status: response.status, headers: response.headers },
      body: text === "" ? undefined : JSON.parse(text),
    };
    return answer;
  }

  const ask = (method: string, params: object = {}) => post({ jsonrpc: "2.0", id: 1, method, params });

  return {
    post,
    ask,
    /**
     * Waits until the tool server serves the caller. A new user is unknown until the tool server has copied the users
     * again.
     */
    async untilServed(): Promise<void> {
      await eventually(
        () => ask("tools/list"),
        ({ status }) => status === 200,
        120_000,
        500,
      );
    },
    async names(): Promise<readonly string[]> {
      const { body } = await ask("tools/list");
      return body.result.tools.map(({ name }: { name: string }) => name);
    },
    async call(name: string, input: object = {}): Promise<CalledTool> {
      const { status, body } = await ask("tools/call", { name, arguments: input });
      if (status !== 200 || body.error) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
      const { content, structuredContent, isError = false } = body.result;
      const texts = content.map(({ text }: { text: string }) => text);
      return { text: texts.join("\n"), texts, structured: structuredContent, isError };
    },
  };
}

/** Makes a key of the tool server. */
export async function createToolKey(
  mcpUrl: string,
  token: string,
  key: { readonly label: string; readonly kind?: string },
): Promise<{ readonly id: string; readonly secret: string }> {
  const created = await fetch(new URL("/tool-keys", mcpUrl), {
    ...{ method: "POST", body: JSON.stringify(key) },
    headers: { authorization: token, "content-type": "application/json" },
  });
  if (!created.ok) throw new Error(`a key was refused: ${created.status} ${await created.text()}`);
  return (await created.json()) as { id: string; secret: string };
}
