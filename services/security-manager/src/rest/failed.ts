import { type Failure, generalFailures, present } from "@network-access/service-runtime/failure";
import { refusal } from "@network-access/service-runtime/http-reply";

/** Turns a failure of an operation into the response of a route. */
export function failed(failure: Failure) {
  return refusal(present(generalFailures, failure));
}
