import type { GraphQLError } from "graphql";
import type { FetchReply, FetchRequest } from "../fetch-request.ts";
import type { Variables } from "./compile-conditions.ts";
import type { Data } from "./merge-data.ts";

/** One operation being worked on. */
export interface PlanRun {
  /** As the client sent them. */
  readonly variables: Variables;
  /** Everything fetched so far. */
  readonly data: Data;
  readonly errors: GraphQLError[];
  fetch(subgraph: string, request: FetchRequest): Promise<FetchReply>;
}

/** A place in the fetched data. Where its path leads through lists ("@"), it is many places, and `at` a list of them. */
export interface Cursor {
  readonly path: readonly string[];
  readonly at: unknown;
}

/** A part of a plan, ready to run. What can't be fetched lands in the errors of the run; only broken data makes it throw. */
export type PlanStep = (run: PlanRun, cursor: Cursor) => Promise<void>;
