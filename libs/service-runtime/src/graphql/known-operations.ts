import type { IncomingHttpHeaders } from "node:http";
import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from "graphql";
import { LRUCache } from "lru-cache";

/** What stays of an operation that was parsed and found valid: nothing of its caller, its variables or its time. */
export interface ParsedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Of the text, as hexadecimal digits of its SHA-256. */
  readonly queryHash: string;
}

/** A parsed operation, and the headers its answers go out with. */
export interface KnownOperation extends ParsedOperation {
  readonly headers: Readonly<Record<string, string>>;
}

/** An operation to run, as far as it needs no server around it. */
export interface DirectRequest<Context> {
  readonly request: { readonly variables?: Record<string, unknown> };
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly queryHash: string;
  readonly context: Context;
}

/** Runs an operation that is valid. Rejects only by a fault. */
export type DirectExecutor<Context> = (request: DirectRequest<Context>) => Promise<{
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly GraphQLError[];
}>;

/** A body that asks for an operation in the plainest way. */
export interface PlainBody {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: Record<string, unknown> | null;
}

/** Characters of texts kept in all, and of one at most. What is parsed from them takes some fifty bytes for each. */
const ALL_CHARACTERS = 512 * 1_024;
const MOST_CHARACTERS = 32 * 1_024;

/** Remembers operations by their text, their name, and how their answer is to be written; the least used go first. */
export function createKnownOperations() {
  return new LRUCache<string, KnownOperation>({
    maxSize: ALL_CHARACTERS,
    maxEntrySize: MOST_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  });
}

/** By what an operation is remembered. Headers hold no line break and a name is a word, so no two requests share one. */
export function knownBy(headers: IncomingHttpHeaders, { query, operationName }: PlainBody): string {
  return `${headers.accept ?? ""}\n${headers["content-type"] ?? ""}\n${operationName ?? ""}\n${query}`;
}

const members: ReadonlySet<string> = new Set(["query", "operationName", "variables"]);

/** Whether a body has nothing in it but a text, a name that is one, and variables. */
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
