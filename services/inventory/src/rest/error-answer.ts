import type { ErrorPresenter } from "@network-access/service-runtime/failure";
import { type Problem, problemReply, Refusal } from "@network-access/service-runtime/http-reply";
import type { Logger } from "@network-access/service-runtime/logger";
import { currentRequest } from "@network-access/service-runtime/request-context";
import type { ErrorRequestHandler } from "express";
import { send } from "./replying.ts";

interface Needs {
  readonly presentError: ErrorPresenter;
  readonly logger: Logger;
}

/**
 * The error handler of the REST interface. It logs an unexpected error with its cause, and sends a response without
 * details.
 */
export function createErrorAnswer({ presentError, logger }: Needs): ErrorRequestHandler {
  return async (error: unknown, _request, response, _next) => {
    if (response.headersSent) return void response.destroy();
    await send(response, problemReply(problemOf(error), currentRequest()?.requestId ?? "none"));
  };

  function problemOf(error: unknown): Problem {
    if (error instanceof Refusal) return error.problem;
    const presented = presentError(error);
    if (presented) {
      logger.warn({ err: error }, "an expected error");
      return presented;
    }
    if (error instanceof URIError) return { status: 400, code: "BAD_USER_INPUT", message: "the address can't be read" };
    logger.error({ err: error }, "a request failed");
    const message = "something went wrong here; the request id finds it in the logs";
    return { status: 500, code: "INTERNAL_SERVER_ERROR", message };
  }
}
