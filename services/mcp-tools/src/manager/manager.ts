import type { z } from "zod";

/** The user on whose behalf a call is made, and how long it may last. */
export interface ManagerCall {
  readonly userId: number;
  /** Aborted when the tool's time limit is over or its caller has disconnected. */
  readonly signal: AbortSignal;
}

/** A mistake in a SIQL query, as the security manager describes it. */
export interface QueryMistake {
  readonly message: string;
  /** The position of the mistake, in characters from 1. */
  readonly position: number | null;
  readonly found: string | null;
  readonly expected: readonly string[];
  readonly nearest: string | null;
}

/** The reason why a call of the security manager failed. Only `query` contains free text from the security manager. */
export type ManagerFailure =
  /** The time limit of the manager or of this service was exceeded. */
  | { readonly kind: "timeout" }
  | { readonly kind: "unavailable" }
  /** The user may no longer do anything. */
  | { readonly kind: "user-refused"; readonly state: "unknown" | "disabled" | "locked" | "expired" }
  /** The user lacks a permission, such as "securityManager (read)". */
  | { readonly kind: "forbidden"; readonly permission: string | null }
  | { readonly kind: "not-found" }
  | { readonly kind: "query"; readonly mistake: QueryMistake }
  /** The manager refused the input with another status. */
  | { readonly kind: "refused"; readonly status: number };

export type ManagerResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ManagerFailure };

/** Port to the security manager's REST interface, below `/securitymanager/api`. */
export interface Manager {
  /** Sends a GET request. `path` begins with "/" and is URL-encoded. */
  get<Value>(path: string, answer: z.ZodType<Value>, call: ManagerCall): Promise<ManagerResult<Value>>;
}
