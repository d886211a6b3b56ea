import { type ApolloServerPlugin, type BaseContext, HeaderMap } from "@apollo/server";
import { GraphQLError, Kind, type OperationTypeNode } from "graphql";
import type { FailureCode } from "./failure.ts";
import { annotateRequest } from "./request-context.ts";
import { variableFaults } from "./variable-faults.ts";

/** One operation being worked on; `begin` starts its clock. */
export interface OperationRun {
  begin(operation: { readonly type: `${OperationTypeNode}`; readonly rootFields: readonly string[] }): void;
}

/** What is looked at between parsing and executing, the status the protocol wants, and the members of the log line. */
export function createOperationRules<Context extends BaseContext & { readonly signal: AbortSignal }>(
  runOf: (signal: AbortSignal) => OperationRun | undefined,
): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, operation, request, contextValue }) {
          if (!operation) {
            const asked = request.operationName ? `"${request.operationName.slice(0, 64)}" is not in it` : "say which";
            throw badInput(`the document holds no single operation to run: ${asked}`, [
              { path: "operationName", message: asked },
            ]);
          }
          if (!schema.getRootType(operation.operation))
            throw refused(`there is no ${operation.operation} here; send a query or a mutation`, {
              code: "GRAPHQL_VALIDATION_FAILED",
            });
          const faults = variableFaults(schema, operation, request.variables ?? {});
          const [first] = faults;
          if (first) {
            const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
            throw badInput(`${first.path}: ${first.message}${more}`, faults);
          }
          const rootFields = operation.selectionSet.selections.flatMap((selection) =>
            selection.kind === Kind.FIELD ? [selection.name.value] : [],
          );
          runOf(contextValue.signal)?.begin({ type: operation.operation, rootFields });
        },
        async willSendResponse({ request, response, operation, queryHash, operationName }) {
          if (response.body.kind !== "single") return;
          const { singleResult } = response.body;
          const codes = singleResult.errors?.map((error) => String(error.extensions?.code));
          annotateRequest({
            operation: operationName ?? undefined,
            operationType: operation?.operation,
            operationHash: queryHash?.slice(0, 16),
            ...(codes ? { codes: [...new Set(codes)] } : {}),
          });
          // For a client that knows only application/json a 400 could as well be a proxy's; the document and its
          // variables arrived well-formed, so the answer is a 200 with errors.
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
