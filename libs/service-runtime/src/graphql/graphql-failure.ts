import { GraphQLError, type GraphQLFormattedError } from "graphql";
import type { ErrorPresenter, FailureTable, FieldError, PresentedFailure } from "../http/failure.ts";
import { inputErrors, isFailureCode, present } from "../http/failure.ts";
import type { Logger } from "../telemetry/logger.ts";
import { currentRequest } from "../telemetry/request-context.ts";

/**
 * Converts a presented failure to the error that a resolver throws. The error contains the code of the failure, and its
 * field errors if there are any.
 */
export function graphqlError({ code, message, fields }: PresentedFailure): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...(fields ? { fields } : {}) } });
}

/**
 * Returns a function that converts a failure to the error that a resolver throws. The function uses the entry of
 * `table` for the kind of the failure.
 */
export function presentFailure<Kinds extends { readonly kind: string }>(
  table: FailureTable<Kinds>,
): (failure: Kinds) => GraphQLError {
  return (failure) => graphqlError(present(table, failure));
}

/** Maps error codes of the server library to the codes that clients receive instead. */
const renamed: Readonly<Record<string, string>> = {
  BAD_REQUEST: "BAD_USER_INPUT",
  OPERATION_RESOLUTION_FAILURE: "BAD_USER_INPUT",
};

/**
 * Error codes that do not mean a failure. They belong to the protocol for persisted queries, in which a client sends
 * the hash of a query instead of its text.
 */
const signals: ReadonlySet<unknown> = new Set(["PERSISTED_QUERY_NOT_FOUND", "PERSISTED_QUERY_NOT_SUPPORTED"]);

/**
 * Returns the function that formats errors for clients:
 * - An error with a known code other than INTERNAL_SERVER_ERROR keeps its message and field errors.
 * - An error for which `presentError` returns a failure gets the code and the message of the failure.
 * - Every other error becomes INTERNAL_SERVER_ERROR without detail. Its cause is logged.
 *
 * In addition, clients receive the request id and the path and the locations of the error.
 */
export function createErrorFormat(logger: Logger, presentError: ErrorPresenter | undefined) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const { locations, path } = formatted;
    const { requestId, memory } = currentRequest() ?? {};
    const place = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
    // If the request exceeded a memory limit, the endpoint responds to the whole operation with the refusal. The errors
    // of single fields are then neither sent nor logged.
    if (memory?.refusal) return { message: memory.refusal.message, ...place, extensions: { code: "RATE_LIMITED" } };
    const code = renamed[String(formatted.extensions?.code)] ?? formatted.extensions?.code;
    if ((isFailureCode(code) && code !== "INTERNAL_SERVER_ERROR") || signals.has(code)) {
      const fields = inputErrors(code, formatted.message, fieldsOf(formatted.extensions?.fields));
      return { message: formatted.message, ...place, extensions: { code, requestId, ...(fields ? { fields } : {}) } };
    }
    const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
    const presented = presentError?.(cause);
    if (presented) {
      logger.warn({ err: cause, path }, "an expected error");
      return { message: presented.message, ...place, extensions: { code: presented.code, requestId } };
    }
    logger.error({ err: cause, path }, "an operation failed");
    const message = "something went wrong here; the request id finds it in the logs";
    return { message, ...place, extensions: { code: "INTERNAL_SERVER_ERROR", requestId } };
  };
}

function fieldsOf(value: unknown): readonly FieldError[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(
    (item: unknown): item is FieldError =>
      typeof item === "object" && item !== null && "path" in item && "message" in item,
  );
}
