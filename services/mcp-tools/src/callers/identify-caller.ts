import type { IncomingHttpHeaders } from "node:http";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { KeyFinder } from "../keys/find-key.ts";
import type { RateLimiter } from "../rate/rate-limiter.ts";
import type { Caller, DirectoryUser } from "./caller.ts";
import type { UserDirectory } from "./user-directory.ts";

/** The reason why a request is refused. The caller receives no text other than `message`. */
export interface CallerRefusal {
  readonly status: 401 | 403 | 429 | 503;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

export type Admission =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: CallerRefusal };

interface Needs {
  readonly limiter: RateLimiter;
  readonly keys: Pick<KeyFinder, "isKnown" | "find">;
  readonly directory: Pick<UserDirectory, "find">;
}

/** The maximum number of characters that a message repeats from a header. */
const MOST_REPEATED = 20;
const DATABASE_RETRY_SECONDS = 1;
const DIRECTORY_RETRY_SECONDS = 5;

/**
 * Identifies the caller by the headers `x-api-key`, `x-mgr-user-id` and `x-device-group-id`. Checks the rate limit, the
 * key, the user and the device group, in this order. A caller without a key is anonymous, and the user and device group
 * headers are ignored.
 *
 * There is one rate limit for users and one for all other callers. If the key is in the memory of this process, the
 * request counts only toward the limit for users. Otherwise, it counts toward the limit for other callers before the
 * key is read from the database. If the key is valid, the request then counts toward the limit for users too.
 */
export async function identifyCaller(needs: Needs, headers: IncomingHttpHeaders): Promise<Admission> {
  const { limiter, keys } = needs;
  const secret = readHeader(headers, "x-api-key");
  const isKnown = secret !== undefined && keys.isKnown(secret);
  const drawn = await limiter.draw(isKnown ? "users" : "others");
  if (!drawn.ok) return tooMany(drawn.retryAfterSeconds);
  if (secret === undefined) return { ok: true, caller: { kind: "anonymous" } };

  const found = await keys.find(secret);
  if (found.kind === "unavailable") return unavailable(DATABASE_RETRY_SECONDS);
  if (found.kind === "unknown") return refused(401, "API key not recognised or expired");
  annotateRequest({ key: found.key.id });
  const drawnAgain = isKnown ? drawn : await limiter.draw("users");
  if (!drawnAgain.ok) return tooMany(drawnAgain.retryAfterSeconds);
  return identifyUser(needs, headers, found.key.id);
}

async function identifyUser({ directory }: Needs, headers: IncomingHttpHeaders, keyId: string): Promise<Admission> {
  const userText = readHeader(headers, "x-mgr-user-id");
  if (userText === undefined) return refused(403, "Missing x-mgr-user-id header");
  const userId = readId(userText);
  if (userId === undefined) return refused(403, "Unknown user");
  annotateRequest({ user: userId });
  const found = await directory.find(userId);
  if (found.kind === "unavailable") return unavailable(DIRECTORY_RETRY_SECONDS);
  if (found.kind === "unknown") return refused(403, "Unknown user");
  return admitUser(found.user, readHeader(headers, "x-device-group-id"), keyId);
}

function admitUser(user: DirectoryUser, groupText: string | undefined, keyId: string): Admission {
  const { id: userId, enabled, locked, expired, deviceGroupIds } = user;
  if (!enabled || locked || expired) return refused(403, "user is disabled");
  const [lowest] = deviceGroupIds;
  if (lowest === undefined) return refused(403, "user has no authorized device groups");
  const headerGroupId = groupText === undefined ? null : readId(groupText);
  if (headerGroupId === undefined || (headerGroupId !== null && !deviceGroupIds.includes(headerGroupId))) {
    const named = [...(groupText ?? "")].slice(0, MOST_REPEATED).join("");
    return refused(403, `Device group ${named} is not authorized for this user`);
  }
  const defaultGroupId = headerGroupId ?? lowest;
  return { ok: true, caller: { kind: "user", keyId, userId, deviceGroupIds, defaultGroupId, headerGroupId } };
}

/** Returns undefined if the header is missing or empty. */
function readHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const given = headers[name];
  const text = (Array.isArray(given) ? given.join(", ") : given)?.trim();
  return text === "" ? undefined : text;
}

/**
 * Parses an id. Returns undefined if the text is not a positive integer in decimal digits, or if the number is too
 * large to be exact.
 */
function readId(text: string): number | undefined {
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  return id > 0 && Number.isSafeInteger(id) ? id : undefined;
}

function refused(status: 401 | 403, message: string): Admission {
  return { ok: false, refusal: { status, message } };
}

function tooMany(retryAfterSeconds: number): Admission {
  return { ok: false, refusal: { status: 429, message: "Rate limit exceeded", retryAfterSeconds } };
}

function unavailable(retryAfterSeconds: number): Admission {
  return { ok: false, refusal: { status: 503, message: "Temporarily unavailable", retryAfterSeconds } };
}
