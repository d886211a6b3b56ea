import { type FailureTable, generalFailures, present } from "@network-access/service-runtime/failure";
import { Refusal } from "@network-access/service-runtime/http-reply";
import type { SearchFailure } from "../searching/search-entity.ts";

const failures: FailureTable<SearchFailure> = {
  "invalid-input": generalFailures["invalid-input"],
  "invalid-query": ({ error }) => ({
    code: "BAD_USER_INPUT",
    status: 400,
    message: error.message,
    fields: [{ path: "q", message: error.message }],
  }),
};

/**
 * Returns the Refusal for a failed search. If the query is wrong, the Refusal also contains the position of the error
 * and what is expected there. `field` is the field of the request that contained the query.
 */
export function searchRefusal(failure: SearchFailure, field = "q"): Refusal {
  const presented = present(failures, failure);
  if (failure.kind !== "invalid-query") return new Refusal(presented);
  const { position, found, expected, nearest, message } = failure.error;
  return new Refusal({
    ...{ ...presented, fields: [{ path: field, message }] },
    members: { position, found, expected, ...(nearest !== undefined && { nearest }) },
  });
}
