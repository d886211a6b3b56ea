import { type ApolloServerPlugin, type BaseContext, HeaderMap } from "@apollo/server";
import { GraphQLError, type GraphQLFormattedError, Kind, type OperationDefinitionNode } from "graphql";
import type { FailureCode } from "../http/failure.ts";
import { annotateRequest } from "../telemetry/request-context.ts";
import type { ParsedOperation } from "./known-operations.ts";
import { variableErrors } from "./variable-errors.ts";

/** A running operation. `begin` starts the timer of its deadline, and `answered` records the codes of its errors. */
export interface OperationRun {
  begin(parsed: ParsedOperation): void;
  answered(codes: readonly string[] | undefined): void;
}

/** Returns the names of an operation's top-level fields. */
export function rootFieldsOf(operation: OperationDefinitionNode): readonly string[] {
  return operation.selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? [selection.name.value] : [],
  );
}

/** Adds an operation and its error codes to the request's log line, and returns the codes. */
export function annotateOperation(
  operation: OperationDefinitionNode | undefined,
  queryHash: string | undefined,
  errors: readonly GraphQLFormattedError[] | undefined,
): readonly string[] | undefined {
  const codes = errors && [...new Set(errors.map((error) => String(error.extensions?.code)))];
  annotateRequest({
    operation: operation?.name?.value,
    operationType: operation?.operation,
    operationHash: queryHash?.slice(0, 16),
    ...(codes ? { codes } : {}),
  });
  return codes;
}

/**
 * Creates the server plugin that checks an operation before its execution, sets the HTTP status that the protocol
 * requires, and adds members to the request's log line.
 */
export function createOperationRules<Context extends BaseContext & { readonly signal: AbortSignal }>(
  runOf: (signal: AbortSignal) => OperationRun | undefined,
): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation, queryHash, request, contextValue }) {
          if (!operation) {
            const problem = request.operationName
              ? `"${request.operationName.slice(0, 64)}" is not in it`
              : "say which";
            throw badInput(`the document holds no single operation to run: ${problem}`, [
              { path: "operationName", message: problem },
            ]);
          }
          if (!schema.getRootType(operation.operation))
            throw refused(`there is no ${operation.operation} here; send a query or a mutation`, {
              code: "GRAPHQL_VALIDATION_FAILED",
            });
          const errors = variableErrors(schema, operation, request.variables ?? {});
          const [first] = errors;
          if (first) {
            const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
            throw badInput(`${first.path}: ${first.message}${more}`, errors);
          }
          runOf(contextValue.signal)?.begin({ schema, document, operation, queryHash });
        },
        async willSendResponse({ request, response, operation, queryHash, contextValue }) {
          if (response.body.kind !== "single") return;
          const codes = annotateOperation(operation, queryHash, response.body.singleResult.errors);
          runOf(contextValue.signal)?.answered(codes);
          // A client that accepts only application/json could mistake a 400 for the response of a proxy. Such a client
          // gets a 200 with errors if the body is well-formed and only the document or the variables are wrong.
          const aboutDocument = operation || codes?.some((code) => code.startsWith("GRAPHQL_"));
          const modern = request.http?.headers.get("accept")?.includes("application/graphql-response+json") ?? false;
          if (response.http.status === 400 && aboutDocument && !modern) response.http.status = 200;
        },
      };
    },
  };
}

function badInput(message: string, fields: readonly { path: string; message: string }[]): GraphQLError {
  return refused(message, { code: "BAD_USER_INPUT", fields });
}

function refused(message: string, extensions: { readonly code: FailureCode; readonly fields?: unknown }): GraphQLError {
  return new GraphQLError(message, { extensions: { ...extensions, http: { status: 400, headers: new HeaderMap() } } });
}
