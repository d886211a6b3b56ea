import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 30_000;

/** A customer of the graph: one operation in, its data out. Any error of the answer is thrown with its texts. */
export type Graph = <Data>(query: string, variables?: Record<string, unknown>) => Promise<Data>;

export function graphClient(graphUrl: string, token: string): Graph {
  return async <Data>(query: string, variables: Record<string, unknown> = {}) => {
    const response = await fetch(`${graphUrl}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(30_000),
    });
    const { data, errors } = (await response.json()) as { data?: Data | null; errors?: AnswerError[] };
    if (errors?.length || data == null) throw new GraphError(response.status, errors ?? []);
    return data;
  };
}

/** The same, asking again for half a minute while something behind the graph does not answer. For what may be repeated. */
export function patiently(graph: Graph): Graph {
  return async <Data>(query: string, variables?: Record<string, unknown>) => {
    for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(1_000)) {
      try {
        return await graph<Data>(query, variables);
      } catch (error) {
        const isAway = error instanceof GraphError && error.codes.every((code) => code?.startsWith("UPSTREAM_"));
        if (!isAway || error.codes.length === 0 || Date.now() > deadline) throw error;
      }
    }
  };
}

interface AnswerError {
  message: string;
  extensions?: { code?: string };
}

export class GraphError extends Error {
  readonly codes: readonly (string | undefined)[];
  constructor(status: number, errors: readonly AnswerError[]) {
    super(`the graph answered ${status}: ${errors.map(({ message }) => message).join("; ")}`);
    this.codes = errors.map(({ extensions }) => extensions?.code);
  }
}
