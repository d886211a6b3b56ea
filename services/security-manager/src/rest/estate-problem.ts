import { inputErrors } from "@network-access/service-runtime/failure";
import { json, type ProblemWriter } from "@network-access/service-runtime/http-reply";

/**
 * Writes an error response in the form that existing clients expect:
 * `{message, code, requestId, errors: [{field, message}]}`. Some errors have additional members.
 */
export const estateProblem: ProblemWriter = ({ status, code, message, fields, headers, members }, requestId) =>
  json(
    status,
    {
      ...{ message, code, requestId },
      ...members,
      errors: (inputErrors(code, message, fields) ?? []).map((error) => ({
        field: error.path,
        message: error.message,
      })),
    },
    headers,
  );
