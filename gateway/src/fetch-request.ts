import type { SubgraphError } from "./read-subgraph-answer.ts";

/** One fetch from a subgraph, before it is sent. */
export interface FetchRequest {
  /** The whole body, as JSON. */
  readonly body: string;
  readonly operation: "query" | "mutation";
  /** Whether the request fetches entities by their keys. */
  readonly isEntityFetch: boolean;
  /**
   * Whether the response may contain arbitrary JSON. If so, numbers in the response are parsed without losing digits.
   */
  readonly holdsJson: boolean;
  /** Returns the names of the members that the request selects at the top level of the response's `data`. */
  readonly roots: () => readonly string[];
}

/** The answer: data, errors, or both. */
export interface FetchReply {
  readonly data: Record<string, unknown> | null;
  readonly errors?: readonly SubgraphError[];
}
