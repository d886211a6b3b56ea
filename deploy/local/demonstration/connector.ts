import { type Graph, GraphError } from "./graph-client.ts";

export interface ConnectorCredentials {
  id: string;
  secret: string;
}

const ID = "demonstration";
const ITEMS_A_BODY = 1_000;

/**
 * Uploads the items as the demonstration's connector. Uses `kept`, the credentials that an earlier start stored.
 * Registers the connector if `kept` is undefined or the inventory refuses these credentials.
 */
export async function uploadItems(
  baseUrl: string,
  graph: Graph,
  kept: ConnectorCredentials | undefined,
  items: readonly object[],
  onProgress: (uploaded: number) => void,
): Promise<ConnectorCredentials> {
  const discoveryId = `demonstration-${new Date().toISOString()}`;
  let credentials = kept ?? (await register(graph));
  for (let from = 0; from < items.length; from += ITEMS_A_BODY) {
    const body = { discoveryId, items: items.slice(from, from + ITEMS_A_BODY) };
    let response = await post(baseUrl, credentials, body);
    if (response.status === 401 && credentials === kept) {
      credentials = await register(graph);
      response = await post(baseUrl, credentials, body);
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`the inventory answered the upload with ${response.status}: ${text}`);
    const { rejected } = JSON.parse(text) as { rejected: { field: string; message: string }[] };
    if (rejected[0])
      throw new Error(
        `${rejected.length} items were rejected; the first because of ${rejected[0].field}: ${rejected[0].message}`,
      );
    onProgress(from + body.items.length);
  }
  return credentials;
}

function post(baseUrl: string, { id, secret }: ConnectorCredentials, body: object): Promise<Response> {
  return fetch(`${baseUrl}/inventory/items`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
}

/**
 * Registers the connector and returns its credentials. The inventory shows the secret of a connector only at its
 * registration. Therefore, if the connector is already registered, this function removes it and registers it again. The
 * connector's items stay in the inventory.
 */
async function register(graph: Graph): Promise<ConnectorCredentials> {
  const ask = () =>
    graph<{ registerConnector: { secret: string } }>(
      "mutation ($input: ConnectorInput!) { registerConnector(input: $input) { secret } }",
      { input: { id: ID, name: "Demonstration estate" } },
    );
  const answer = await ask().catch(async (error: unknown) => {
    if (!(error instanceof GraphError) || !error.codes.includes("CONFLICT")) throw error;
    await graph("mutation ($id: String!) { removeConnector(id: $id) }", { id: ID });
    return ask();
  });
  return { id: ID, secret: answer.registerConnector.secret };
}
