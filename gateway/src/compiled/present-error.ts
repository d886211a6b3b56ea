import { GraphQLError } from "graphql";
import type { SubgraphError } from "../read-subgraph-answer.ts";
import type { AnswerPath } from "./entity-places.ts";

/** An error of a subgraph at its place in the answer. "@" stands for all entries of a list: there the place ends. */
export function presentSubgraphError(
  { message, extensions }: SubgraphError,
  path: AnswerPath | undefined,
): GraphQLError {
  const list = path?.indexOf("@") ?? -1;
  const place = list < 0 ? path : path?.slice(0, list);
  return new GraphQLError(message, { extensions, ...(place ? { path: place } : {}) });
}

/** What went wrong between the plan and a subgraph's answer; the edge logs it and tells nothing. */
export function presentError(fault: unknown): GraphQLError {
  if (fault instanceof GraphQLError) return fault;
  const error = fault instanceof Error ? fault : new Error(String(fault));
  return new GraphQLError(error.message, { originalError: error });
}
