import { Refusal } from "@network-access/service-runtime/http-reply";
import type { CallerRefusal } from "../access/admit-caller.ts";

/**
 * Turns the refusal of a caller into the response of a route. A 401 response contains the authentication scheme to use.
 * If the caller has to wait, the response says how long.
 */
export function callerRefusal(refusal: CallerRefusal): Refusal {
  const { status, code, message } = refusal;
  const headers = {
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...("retryAfterSeconds" in refusal && { "retry-after": String(refusal.retryAfterSeconds) }),
  };
  return new Refusal({ status, code, message, headers });
}
