/** One response of the graph. */
interface GraphAnswer<Data = Record<string, unknown>> {
  readonly status: number;
  readonly data: Data | null | undefined;
  readonly errors: readonly GraphError[];
}
interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    readonly code: string;
    readonly requestId: string;
    readonly fields?: readonly { readonly path: string; readonly message: string }[];
  };
}

/** A client of the federated graph. */
export interface GraphClient {
  /** Sends one operation and returns the response, including its errors. */
  ask<Data>(query: string, variables?: Record<string, unknown>): Promise<GraphAnswer<Data>>;
  /** Sends one operation and returns its data. Throws the errors of the response. */
  get<Data>(query: string, variables?: Record<string, unknown>): Promise<Data>;
}

/** Creates a client. `url` includes "/graphql". Every call ends after 60 s at the latest. */
export function graphClient(url: string, token: string | undefined): GraphClient {
  async function ask<Data>(query: string, variables: Record<string, unknown> = {}): Promise<GraphAnswer<Data>> {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(60_000),
    });
    const body = (await response.json()) as { data?: Data | null; errors?: GraphError[] };
    return { status: response.status, data: body.data, errors: body.errors ?? [] };
  }
  return {
    ask,
    async get<Data>(query: string, variables?: Record<string, unknown>) {
      const { data, errors, status } = await ask<Data>(query, variables);
      if (errors.length > 0 || data == null)
        throw new Error(
          `${status}: ${JSON.stringify(errors.map(({ message, extensions }) => ({ message, extensions })))}`,
        );
      return data;
    },
  };
}
