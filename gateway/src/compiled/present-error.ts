import { GraphQLError } from "graphql";
import type { SubgraphError } from "../read-subgraph-answer.ts";
import type { AnswerPath } from "./entity-places.ts";

/**
 * Creates the error that a client gets for an error of a subgraph. In `path`, "@" stands for all entries of a list. The
 * path of the created error ends before the first "@".
 */
export function presentSubgraphError(
  { message, extensions }: SubgraphError,
  path: AnswerPath | undefined,
): GraphQLError {
  const list = path?.indexOf("@") ?? -1;
  const place = list < 0 ? path : path?.slice(0, list);
  return new GraphQLError(message, { extensions, ...(place ? { path: place } : {}) });
}

/**
 * Turns an error that the gateway itself has thrown into a GraphQL error. The endpoint logs the error and hides its
 * text from the client.
 */
export function presentError(thrown: unknown): GraphQLError {
  if (thrown instanceof GraphQLError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return new GraphQLError(error.message, { originalError: error });
}
