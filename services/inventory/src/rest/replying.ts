import type { AccessRefusal } from "@network-access/access/refusal";
import { discardRest } from "@network-access/service-runtime/discard-rest";
import { type Failure, generalFailures, present } from "@network-access/service-runtime/failure";
import { Refusal, type Reply } from "@network-access/service-runtime/http-reply";
import { currentRequest } from "@network-access/service-runtime/request-context";
import type { Request, Response } from "express";

/** Converts a failure to the refusal that a route throws. */
export function failed(failure: Failure): Refusal {
  return new Refusal(present(generalFailures, failure));
}

/**
 * Converts a failed authentication or authorization to the error that a route throws. If the status is 401, the
 * `www-authenticate` header lists the accepted credentials.
 */
export function refused(refusal: AccessRefusal, challenge: string): Refusal {
  return new Refusal(refusal.status === 401 ? { ...refusal, headers: { "www-authenticate": challenge } } : refusal);
}

/** Returns a handler that refuses every other method. */
export function only(method: "GET" | "POST") {
  return (request: Request): void => {
    const message = `"${request.method}" is not possible here; ${method} is`;
    const allow = method === "GET" ? "GET, HEAD" : method;
    throw new Refusal({ status: 405, code: "METHOD_NOT_ALLOWED", message, headers: { allow } });
  };
}

export async function send(response: Response, { status, headers = {}, body = "" }: Reply): Promise<void> {
  // If a request was refused, part of its body may be unread. That part must not be parsed as the next request.
  if (!(await discardRest(response.req))) response.setHeader("connection", "close");
  if (response.destroyed) return;
  if (typeof body === "string") currentRequest()?.memory?.note(body.length);
  // Without a length header, the body would be sent in chunks.
  const length = status === 204 || status === 304 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body);
}
