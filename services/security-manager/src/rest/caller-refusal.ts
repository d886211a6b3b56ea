import { Refusal } from "@network-access/service-runtime/http-reply";
import type { CallerRefusal } from "../access/admit-caller.ts";

/** A refused caller as the response of a route: with 401 the scheme to use, with a wait how long it is. */
export function callerRefusal(refusal: CallerRefusal): Refusal {
  const { status, code, message } = refusal;
  const headers = {
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...("retryAfterSeconds" in refusal && { "retry-after": String(refusal.retryAfterSeconds) }),
  };
  return new Refusal({ status, code, message, headers });
}
