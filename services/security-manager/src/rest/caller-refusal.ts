import { Refusal } from "@network-access/service-runtime/http-reply";
import { ACTING_USER_HEADER } from "../access/acting-user.ts";
import type { CallerRefusal } from "../access/admit-caller.ts";

/**
 * Turns the refusal of a caller into the response of a route. A 401 response contains the authentication scheme to use.
 * If the caller has to wait, the response says how long. If a service may not act for a user because of the user's
 * state, `errors` has the state.
 */
export function callerRefusal(refusal: CallerRefusal): Refusal {
  const { status, code, message } = refusal;
  const headers = {
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...("retryAfterSeconds" in refusal && { "retry-after": String(refusal.retryAfterSeconds) }),
  };
  const userState = "userState" in refusal ? refusal.userState : undefined;
  const fields = userState && [{ path: ACTING_USER_HEADER, message: userState }];
  return new Refusal({ status, code, message, headers, fields });
}
