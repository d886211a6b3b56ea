import type { Graph } from "@network-access/local-stack/graph-client";
import { callHttp } from "../load/call-http.ts";

/** The connector that uploads, and somebody who looks. Every answer that is not as it should be is thrown. */
export interface InventoryClient {
  /** Sends one upload as it is and answers how many items were taken and how many were known. */
  upload(body: Uint8Array): Promise<{ readonly accepted: number; readonly unchanged: number }>;
  /** One page of what matches; `total` as the answer says it. */
  search(asked: Readonly<Record<string, string | number>>): Promise<{ readonly total: number }>;
  typeNames(): Promise<readonly { readonly count: number }[]>;
  /** One item by its key. */
  readItem(key: ItemKey): Promise<unknown>;
}

interface ItemKey {
  readonly accountId: string;
  readonly region: string;
  readonly type: string;
  readonly id: string;
}

/** Registers the connector, and speaks over the REST interface from then on. */
export async function inventoryClient(graph: Graph, baseUrl: string, token: string): Promise<InventoryClient> {
  const { registerConnector } = await graph<{ registerConnector: { secret: string } }>(
    "mutation ($input: ConnectorInput!) { registerConnector(input: $input) { secret } }",
    { input: { id: "bench", name: "Benchmark" } },
  );
  const credentials = Buffer.from(`bench:${registerConnector.secret}`).toString("base64");

  async function send(path: string, authorization: string, body?: Uint8Array): Promise<unknown> {
    const method = body === undefined ? "GET" : "POST";
    const headers = { "content-type": "application/json", authorization };
    const { status, text } = await callHttp(method, `${baseUrl}/inventory${path}`, headers, body);
    if (status !== 200) throw new Error(`${method} /inventory${path} was answered ${status}: ${text}`);
    return JSON.parse(text);
  }

  return {
    async upload(body) {
      const answer = (await send("/items", `Basic ${credentials}`, body)) as UploadAnswer;
      const [first] = answer.rejected;
      if (first) throw new Error(`${answer.rejected.length} items were rejected: ${first.field} ${first.message}`);
      return answer;
    },
    async search(asked) {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries(asked)) parameters.set(name, String(value));
      const answer = await send(`?${parameters}`, `Bearer ${token}`);
      return (answer as { pageInfo: { total: number } }).pageInfo;
    },
    typeNames: async () => (await send("/type-names", `Bearer ${token}`)) as { count: number }[],
    readItem: (key) => send("/item", `Bearer ${token}`, Buffer.from(JSON.stringify(key))),
  };
}

interface UploadAnswer {
  accepted: number;
  unchanged: number;
  rejected: { field: string; message: string }[];
}
