import { type Failure, generalFailures, present } from "@network-access/service-runtime/failure";
import { refusal } from "@network-access/service-runtime/http-reply";

/** Returns the error response of a route whose operation failed. */
export function failed(failure: Failure) {
  return refusal(present(generalFailures, failure));
}
