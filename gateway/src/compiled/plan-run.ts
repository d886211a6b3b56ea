import type { GraphQLError } from "graphql";
import type { FetchReply, FetchRequest } from "../fetch-request.ts";
import type { Variables } from "./compile-conditions.ts";
import type { Data } from "./merge-data.ts";

/** A running operation. */
export interface PlanRun {
  /** The variables as the client sent them. */
  readonly variables: Variables;
  /** All data fetched so far. */
  readonly data: Data;
  readonly errors: GraphQLError[];
  fetch(subgraph: string, request: FetchRequest): Promise<FetchReply>;
}

/**
 * A position in the fetched data, with the value at this position. A path with "@", which means all entries of a list,
 * stands for many positions. `at` is then a list of the values at these positions.
 */
export interface Cursor {
  readonly path: readonly string[];
  readonly at: unknown;
}

/**
 * A compiled part of a plan. If a fetch fails, its error is added to the run. Only malformed data makes the step throw.
 */
export type PlanStep = (run: PlanRun, cursor: Cursor) => Promise<void>;
