/** Why a subgraph gave no answer that could be used. */
export type UpstreamFailure =
  /** No connection came about: the subgraph never saw the operation. */
  | { readonly kind: "unreached" }
  /** The connection broke, or what came back is no answer: the subgraph may have done the work. */
  | { readonly kind: "broken" }
  | { readonly kind: "timeout"; readonly afterMs: number }
  /** The caller hung up; nobody reads the answer. */
  | { readonly kind: "left" };

/** A failure in a client's words; nothing of the inside of the installation is in it. */
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

/** What went wrong, by the code of a network error. */
export function upstreamFailureOf(error: unknown): UpstreamFailure & { readonly kind: "unreached" | "broken" } {
  return { kind: unreached.has(codeOf(error)) ? "unreached" : "broken" };
}

/** Whether the connection was cut, as when the other side closes an idle one just as it is used again. */
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

/** The code of an error, or of its first part where several addresses were tried. */
function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "errors" in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : "";
}
