/** Why someone may not come in, ready for any transport: no or bad token, not allowed, or nobody can say right now. */
export interface AccessRefusal {
  readonly status: 401 | 403 | 503;
  readonly code: "UNAUTHENTICATED" | "FORBIDDEN" | "UPSTREAM_UNAVAILABLE";
  readonly message: string;
}

export function unauthenticated(message: string): AccessRefusal {
  return { status: 401, code: "UNAUTHENTICATED", message };
}

/** The keys to check tokens with can't be had; says nothing about the token. */
export const keysAway: AccessRefusal = {
  status: 503,
  code: "UPSTREAM_UNAVAILABLE",
  message: "tokens can't be checked right now; try again",
};
