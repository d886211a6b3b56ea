import type { SubgraphError } from "./read-subgraph-answer.ts";

/** What one fetch sends to a subgraph, and what is known of it before it is sent. */
export interface FetchRequest {
  /** The whole body, as JSON. */
  readonly body: string;
  readonly operation: "query" | "mutation";
  /** Whether entities are asked for by their keys. */
  readonly isEntityFetch: boolean;
  /** Whether the answer may hold JSON of any kind, whose numbers are kept in their digits. */
  readonly holdsJson: boolean;
  /** The names an answer has at its top. */
  readonly roots: () => readonly string[];
}

/** What came back: data, errors, or both. */
export interface FetchReply {
  readonly data: Record<string, unknown> | null;
  readonly errors?: readonly SubgraphError[];
}
