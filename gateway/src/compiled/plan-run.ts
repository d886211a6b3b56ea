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
 * A path in the fetched data, with the data at this path. In `path`, "@" stands for all entries of a list. If `path`
 * contains no "@", `at` is the single value at the path. Otherwise, `at` is a list of all values whose path matches.
 */
export interface Cursor {
  readonly path: readonly string[];
  readonly at: unknown;
}

/**
 * A compiled part of a plan. A step does not throw if a fetch fails, but adds the error of the fetch to `run`. It
 * throws only if the fetched data is malformed.
 */
export type PlanStep = (run: PlanRun, cursor: Cursor) => Promise<void>;
