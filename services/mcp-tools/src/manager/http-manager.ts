import type { CallFailure, ServiceClient } from "@network-access/service-runtime/service-client";
import { z } from "zod";
import type { Manager, ManagerCall, ManagerFailure } from "./manager.ts";

/** The header with the id of the user on whose behalf the tool server calls the manager. */
const ACTING_USER_HEADER = "X-Acting-User-Id";

/** The time limit of a call, in milliseconds. The manager has about the same limit for a query. */
const MANAGER_MS = 18_000;

const BASE = "/securitymanager/api";

/** An error as the manager returns it. Members with an unexpected shape count as missing. */
const ErrorAnswer = z.object({
  message: z.string().catch(""),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).catch([]),
  position: z.int().min(1).nullable().default(null).catch(null),
  found: z.string().nullable().default(null).catch(null),
  expected: z.array(z.string()).default([]).catch([]),
  nearest: z.string().nullable().default(null).catch(null),
});
type ErrorAnswer = z.infer<typeof ErrorAnswer>;

/**
 * Statuses for problems other than the content of a request. For example, the manager refuses the token of this
 * service, or this service sends too many requests.
 */
const NOT_ABOUT_INPUT: readonly number[] = [401, 407, 408, 429];

const UserState = z.enum(["unknown", "disabled", "locked", "expired"]);
const MISSING_PERMISSION = /^the permission "([A-Za-z]+ \((?:read|write)\))" is needed$/;

/**
 * Creates the access to the security manager over its REST interface. `client` sends the service token of the tool
 * server. A call ends after 18 s, or earlier if its signal is aborted.
 */
export function httpManager(client: Pick<ServiceClient, "getJson">): Manager {
  return {
    async get(path, answer, call) {
      const result = await client.getJson(BASE + path, answer, {
        deadlineMs: MANAGER_MS,
        signal: call.signal,
        headers: { [ACTING_USER_HEADER]: String(call.userId) },
      });
      return result.ok ? result : { ok: false, failure: failureOf(result.failure, call) };
    },
  };
}

function failureOf(failure: CallFailure, { signal }: ManagerCall): ManagerFailure {
  if (signal.aborted) return { kind: "timeout" };
  switch (failure.kind) {
    case "timeout":
    case "unavailable":
      return { kind: failure.kind };
    case "not-found":
      // If the body is not an error of the manager, the response came from another server.
      return readError(failure.body) ? { kind: "not-found" } : { kind: "unavailable" };
    case "refused":
      return refusalOf(failure.status, readError(failure.body));
  }
}

function refusalOf(status: number, error: ErrorAnswer | undefined): ManagerFailure {
  if (!error || status < 400 || status > 499 || NOT_ABOUT_INPUT.includes(status)) return { kind: "unavailable" };
  if (status === 403) return forbiddenOf(error);
  const [first] = error.errors;
  if (status === 400 && (error.position !== null || first?.field === "q")) {
    const { message, position, found, expected, nearest } = error;
    return { kind: "query", mistake: { message: first?.message ?? message, position, found, expected, nearest } };
  }
  return { kind: "refused", status };
}

function forbiddenOf({ message, errors: [first] }: ErrorAnswer): ManagerFailure {
  if (first?.field === ACTING_USER_HEADER) {
    const state = UserState.safeParse(first.message);
    if (state.success) return { kind: "user-refused", state: state.data };
  }
  return { kind: "forbidden", permission: MISSING_PERMISSION.exec(message)?.[1] ?? null };
}

/**
 * Parses the body of an error response of the manager. Returns undefined if the body is not an error with a message.
 */
function readError(body: unknown): ErrorAnswer | undefined {
  const read = ErrorAnswer.safeParse(body);
  return read.success && read.data.message !== "" ? read.data : undefined;
}
