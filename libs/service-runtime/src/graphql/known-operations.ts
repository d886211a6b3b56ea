import type { IncomingHttpHeaders } from "node:http";
import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from "graphql";
import { LRUCache } from "lru-cache";

/**
 * A parsed and validated operation. It contains nothing that depends on the caller, on the values of variables or on
 * the time.
 */
export interface ParsedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** SHA-256 of the text, in hex. */
  readonly queryHash: string;
}

/** A parsed operation, and the headers of its responses. */
export interface KnownOperation extends ParsedOperation {
  readonly headers: Readonly<Record<string, string>>;
}

/** The values that are needed to run an operation without the server library. */
export interface DirectRequest<Context> {
  readonly request: { readonly variables?: Record<string, unknown> };
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly queryHash: string;
  readonly context: Context;
}

/** Runs a valid operation. Rejects only on an unexpected error. */
export type DirectExecutor<Context> = (request: DirectRequest<Context>) => Promise<{
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly GraphQLError[];
}>;

/** A request body that contains only a query and, optionally, an operation name and variables. */
export interface PlainBody {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: Record<string, unknown> | null;
}

/**
 * The maximum number of characters of all cached texts together, and of one cached text. A parsed operation needs about
 * fifty bytes for each character of its text.
 */
const ALL_CHARACTERS = 512 * 1_024;
const MOST_CHARACTERS = 32 * 1_024;

/**
 * Creates a cache of validated operations. The cache key consists of the operation's text and name and of the request
 * headers that determine the format of the response. The cache evicts the least recently used operations.
 */
export function createKnownOperations() {
  return new LRUCache<string, KnownOperation>({
    maxSize: ALL_CHARACTERS,
    maxEntrySize: MOST_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  });
}

/**
 * Returns the cache key of an operation: two headers, the operation's name and its text, separated by line breaks. Only
 * the last component, the text, can contain line breaks. Therefore no two operations share a key.
 */
export function knownBy(headers: IncomingHttpHeaders, { query, operationName }: PlainBody): string {
  return `${headers.accept ?? ""}\n${headers["content-type"] ?? ""}\n${operationName ?? ""}\n${query}`;
}

const members: ReadonlySet<string> = new Set(["query", "operationName", "variables"]);

/** Reports whether a body contains only a query and, optionally, a valid operation name and variables. */
export function isPlainBody(body: unknown): body is PlainBody {
  if (!isRecord(body) || !Object.keys(body).every((name) => members.has(name))) return false;
  const { query, operationName = null, variables = null } = body;
  return (
    typeof query === "string" &&
    (operationName === null || (typeof operationName === "string" && /^\w+$/.test(operationName))) &&
    (variables === null || isRecord(variables))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
