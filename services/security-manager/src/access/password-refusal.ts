import type { PasswordCheck } from "./estate-users.ts";

/** The response to a request whose password was not checked. */
export interface PasswordRefusal {
  readonly status: 429 | 503;
  readonly code: "RATE_LIMITED" | "UPSTREAM_UNAVAILABLE";
  readonly message: string;
  readonly retryAfterSeconds: number;
}

export function passwordRefusal({
  because,
  retryAfterSeconds,
}: Extract<PasswordCheck, { outcome: "refused" }>): PasswordRefusal {
  if (because === "busy") {
    const message = "too many passwords are checked right now; try again";
    return { status: 503, code: "UPSTREAM_UNAVAILABLE", message, retryAfterSeconds };
  }
  const message = `too many wrong passwords were sent for this name; wait ${retryAfterSeconds} s`;
  return { status: 429, code: "RATE_LIMITED", message, retryAfterSeconds };
}
