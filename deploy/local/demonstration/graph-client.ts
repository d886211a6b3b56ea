import { setTimeout as sleep } from "node:timers/promises";
import { type GraphError as AnswerError, postOperation } from "@network-access/service-runtime/post-operation";

const DEADLINE_MS = 30_000;
const RETRY_FOR_MS = 30_000;

/** Sends one operation to the graph and returns its data. Throws if the response contains errors or no data. */
export type Graph = <Data>(query: string, variables?: Record<string, unknown>) => Promise<Data>;

export function graphClient(graphUrl: string, token: string): Graph {
  return async <Data>(query: string, variables: Record<string, unknown> = {}) => {
    const posted = await postOperation({ url: graphUrl, token }, { query, variables, deadlineMs: DEADLINE_MS });
    if (posted.kind !== "answered") throw new Error(posted.kind === "unanswered" ? posted.message : posted.kind);
    const { data } = (posted.body ?? {}) as { data?: Data | null };
    if (posted.errors.length > 0 || data == null) throw new GraphError(posted.status, posted.errors);
    return data;
  };
}

/**
 * Returns a function that sends operations with `graph`. It repeats an operation for up to 30 s if all errors in the
 * response have codes that begin with `UPSTREAM_`. Use it only for operations that are safe to repeat.
 */
export function retrying(graph: Graph): Graph {
  return async <Data>(query: string, variables?: Record<string, unknown>) => {
    for (const deadline = Date.now() + RETRY_FOR_MS; ; await sleep(1_000)) {
      try {
        return await graph<Data>(query, variables);
      } catch (error) {
        const isAway = error instanceof GraphError && error.codes.every((code) => code?.startsWith("UPSTREAM_"));
        if (!isAway || error.codes.length === 0 || Date.now() > deadline) throw error;
      }
    }
  };
}

export class GraphError extends Error {
  readonly codes: readonly (string | undefined)[];
  constructor(status: number, errors: readonly AnswerError[]) {
    super(`the graph answered ${status}: ${errors.map(({ message }) => message).join("; ")}`);
    this.codes = errors.map(({ extensions }) => extensions?.code);
  }
}
