import type { Graph } from "@network-access/local-stack/graph-client";
import { callHttp } from "../load/call-http.ts";

/**
 * A client of the inventory that uploads items as a connector does, and reads them. Throws for every unexpected
 * response.
 */
export interface InventoryClient {
  /** Sends one upload and returns the counts. */
  upload(body: Uint8Array): Promise<{ readonly accepted: number; readonly unchanged: number }>;
  /** Reads one page of matches. Returns the total number of matches. */
  search(asked: Readonly<Record<string, string | number>>): Promise<{ readonly total: number }>;
  typeNames(): Promise<readonly { readonly count: number }[]>;
  /** Reads one item by its key. */
  readItem(key: ItemKey): Promise<unknown>;
}

interface ItemKey {
  readonly accountId: string;
  readonly region: string;
  readonly type: string;
  readonly id: string;
}

/** Registers a connector. Returns a client that uses only the REST interface. */
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
    if (status !== 200) throw new Error(`${method} /inventory${path} answered ${status}: ${text}`);
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
