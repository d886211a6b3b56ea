import { errorCode } from "@network-access/service-runtime/error-code";

/** Why a subgraph gave no usable answer. */
export type UpstreamFailure =
  /** No connection was established: the subgraph did not receive the operation. */
  | { readonly kind: "unreached" }
  /** The connection broke, or the answer is invalid. In both cases the subgraph may have executed the operation. */
  | { readonly kind: "broken" }
  | { readonly kind: "timeout"; readonly afterMs: number }
  /** The caller disconnected. */
  | { readonly kind: "left" };

/** Returns the error that a client sees for a failure, without internal detail. */
export function presentUpstreamFailure(
  failure: UpstreamFailure,
  operation: "query" | "mutation",
): { readonly code: "UPSTREAM_UNAVAILABLE" | "UPSTREAM_TIMEOUT"; readonly message: string } {
  if (failure.kind === "timeout") {
    const late = `there was no answer within ${failure.afterMs / 1_000} s`;
    const advice =
      operation === "query"
        ? "try again, or ask for less at once"
        : "whether the change was made is not known: read it before sending it again";
    return { code: "UPSTREAM_TIMEOUT", message: `${late}; ${advice}` };
  }
  const away = "a part of the service does not answer";
  if (operation === "query") return { code: "UPSTREAM_UNAVAILABLE", message: `${away}; try again` };
  const advice =
    failure.kind === "unreached"
      ? "nothing was changed; try again"
      : "whether the change was made is not known: read it before sending it again";
  return { code: "UPSTREAM_UNAVAILABLE", message: `${away}; ${advice}` };
}

/** Classifies a network error. It is `unreached` if no connection was established, and `broken` otherwise. */
export function upstreamFailureOf(error: unknown): UpstreamFailure & { readonly kind: "unreached" | "broken" } {
  return { kind: unreached.has(codeOf(error)) ? "unreached" : "broken" };
}

/**
 * Returns whether the connection was reset. This happens, for example, when the subgraph closes an idle connection
 * while the gateway begins to use it again.
 */
export function isReset(error: unknown): boolean {
  return resets.has(codeOf(error));
}

const unreached: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const resets: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * Returns the code of an error, or an empty string if the error has no code. If the error contains a list of errors,
 * for example one for each address to which a connection was attempted, returns the code of the first error in the
 * list.
 */
function codeOf(error: unknown): string {
  const own = errorCode(error);
  if (own !== undefined) return own;
  if (typeof error !== "object" || error === null || !("errors" in error)) return "";
  return Array.isArray(error.errors) ? codeOf(error.errors[0]) : "";
}
