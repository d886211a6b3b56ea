import { Refusal } from "@network-access/service-runtime/http-reply";
import { ACTING_USER_HEADER } from "../access/acting-user.ts";
import type { CallerRefusal } from "../access/admit-caller.ts";

/**
 * Returns the error response for a refused caller. A 401 response has the header `WWW-Authenticate`. If the caller has
 * to wait, the response has the header `Retry-After`. If a service was refused because of the state of the user for
 * whom it acts, `errors` contains this state.
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
