/**
 * Why a caller is refused, independent of the transport:
 * - `UNAUTHENTICATED`: the token is missing or invalid
 * - `FORBIDDEN`: the caller lacks a permission
 * - `UPSTREAM_UNAVAILABLE`: tokens can't be verified at the moment
 */
export interface AccessRefusal {
  readonly status: 401 | 403 | 503;
  readonly code: "UNAUTHENTICATED" | "FORBIDDEN" | "UPSTREAM_UNAVAILABLE";
  readonly message: string;
}

export function unauthenticated(message: string): AccessRefusal {
  return { status: 401, code: "UNAUTHENTICATED", message };
}

/** The refusal while the issuer's keys are unavailable. It does not mean that the token is invalid. */
export const keysUnavailable: AccessRefusal = {
  status: 503,
  code: "UPSTREAM_UNAVAILABLE",
  message: "tokens can't be checked right now; try again",
};
