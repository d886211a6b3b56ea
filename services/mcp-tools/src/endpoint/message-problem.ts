import { json, type ProblemWriter } from "@network-access/service-runtime/http-reply";
import { jsonRpcError } from "../protocol/json-rpc-error.ts";

const PARSE_ERROR = -32_700;

/** The first words of the error message, by HTTP status. */
const BEGINNINGS: Readonly<Record<number, string>> = {
  400: "Parse error",
  404: "Not found",
  408: "Request timeout",
  413: "Body too large",
  415: "Unsupported media type",
  431: "Headers too large",
  500: "Internal error",
  503: "Temporarily unavailable",
  504: "Timed out",
};

/**
 * Writes errors as JSON-RPC errors with the id null. The code of an error is the HTTP status. An error with status 400,
 * which a body that is not JSON gets, has the code -32700 instead. JSON-RPC defines this code for such a body.
 */
export const messageProblem: ProblemWriter = ({ status, message, headers }) => {
  const beginning = BEGINNINGS[status];
  const whole = beginning === undefined || message.startsWith(beginning) ? message : `${beginning}: ${message}`;
  const reply = json(status, undefined, headers);
  return { ...reply, body: jsonRpcError(status === 400 ? PARSE_ERROR : status, whole) };
};
