import { errorCode } from "@network-access/service-runtime/error-code";
import { retryAfterMs } from "@network-access/service-runtime/retry-after";
import { Webhook } from "standardwebhooks";
import { Client, errors } from "undici";
import { type ReceiverRules, receiverUrlProblem } from "../integrations/receiver-url.ts";
import type { EventSender, SentEvent } from "./event-sender.ts";
import { AddressRefused, type ResolveName, receiverLookup } from "./receiver-lookup.ts";

export interface HttpEventSenderOptions {
  readonly receivers: ReceiverRules;
  readonly resolve: ResolveName;
  /** The time limit for the lookup, the connection and the TLS handshake together. */
  readonly connectMs: number;
  /** The time limit for the whole attempt. */
  readonly deadlineMs: number;
  now(): Date;
}

/** The response body is read up to this size and discarded. */
const MAX_RESPONSE_BYTES = 64 * 1_024;
const MAX_HEADER_BYTES = 16 * 1_024;

/**
 * Sends CloudEvents over HTTP, signed as Standard Webhooks prescribes. Opens a new connection for each event, so that
 * the receiver's address is checked for each event. Does not follow redirects.
 */
export function httpEventSender(options: HttpEventSenderOptions): EventSender {
  const { receivers, resolve, connectMs, deadlineMs, now } = options;
  const lookup = receiverLookup(receivers.addresses, resolve);

  return {
    async send({ url, secret }, { id, body }, breakOff) {
      // The rules for receiver URLs may have become stricter since the integration was saved.
      const problem = receiverUrlProblem(url, receivers);
      if (problem !== null) return failed(`its URL ${problem}`);
      const { origin, pathname, search } = new URL(url);
      const client = new Client(origin, {
        connect: { timeout: connectMs, lookup },
        headersTimeout: deadlineMs,
        bodyTimeout: deadlineMs,
        maxHeaderSize: MAX_HEADER_BYTES,
      });
      const late = AbortSignal.timeout(deadlineMs);
      const signal = AbortSignal.any([late, breakOff]);
      try {
        const at = now();
        const answer = await client.request({
          method: "POST",
          path: pathname + search,
          headers: {
            "content-type": "application/cloudevents+json; charset=utf-8",
            "user-agent": "network-access-service",
            "webhook-id": id,
            "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
            "webhook-signature": new Webhook(secret).sign(id, at, body),
          },
          body,
          signal,
        });
        // Only the status of the response counts.
        await answer.body.dump({ limit: MAX_RESPONSE_BYTES, signal }).catch(() => undefined);
        return outcomeOf(answer.statusCode, answer.headers["retry-after"], at);
      } catch (error) {
        if (late.aborted) return failed(`it did not answer within ${deadlineMs} ms`);
        if (breakOff.aborted) return failed("the attempt was aborted, because this process was stopped");
        return failed(problemOf(error));
      } finally {
        await client.destroy();
      }
    },
  };
}

function outcomeOf(status: number, retryAfter: string | string[] | undefined, at: Date): SentEvent {
  if (status >= 200 && status < 300) return { ok: true, status };
  const problem =
    status >= 300 && status < 400
      ? `it answered ${status}, a redirect, which is not followed; save the final URL`
      : `it answered ${status}`;
  const waitMs = (typeof retryAfter === "string" ? retryAfterMs(retryAfter, at) : undefined) ?? null;
  // A Retry-After that is too large for a number is ignored, because no receiver can mean an infinite pause.
  return { ok: false, problem, retryAfterMs: waitMs === Infinity ? null : waitMs, isGone: status === 410 };
}

function failed(problem: string): SentEvent {
  return { ok: false, problem, retryAfterMs: null, isGone: false };
}

/**
 * Describes an error as a problem on which a user can act. It uses only the error's code, because the error's text may
 * contain the URL.
 */
function problemOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof errors.HTTPParserError) return "its response is not HTTP";
  const code = errorCode(error) ?? "unknown";
  switch (code) {
    case "ENOTFOUND":
    case "ENODATA":
      return `its name is unknown (${code})`;
    case "ECONNREFUSED":
      return "it refused the connection (ECONNREFUSED)";
    case "UND_ERR_CONNECT_TIMEOUT":
      return "it took no connection in time";
    case "UND_ERR_HEADERS_OVERFLOW":
      return `it answered with more than ${MAX_HEADER_BYTES / 1_024} KiB of headers`;
    case "ERR_SSL_WRONG_VERSION_NUMBER":
      return `it does not speak TLS; check the scheme and port of its URL (${code})`;
    case "UND_ERR_SOCKET":
    case "ECONNRESET":
      return "it closed the connection";
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `its certificate is that of another host (${code})`;
    case "CERT_HAS_EXPIRED":
      return `its certificate has expired (${code})`;
    case "CERT_NOT_YET_VALID":
      return `its certificate is not valid yet (${code})`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return `its certificate has no issuer that this installation trusts (${code})`;
    default:
      return `it could not be reached (${code})`;
  }
}
