import { IDLE_CONNECTIONS } from "@network-access/service-runtime/idle-connections";
import type { Logger } from "@network-access/service-runtime/logger";
import { counter, histogram } from "@network-access/service-runtime/metrics";
import { currentRequest } from "@network-access/service-runtime/request-context";
import { currentTraceparent, withSpan } from "@network-access/service-runtime/telemetry";
import { Pool } from "undici";
import type { FetchReply, FetchRequest } from "./fetch-request.ts";
import type { OperationClock } from "./operation-clock.ts";
import { readSubgraphAnswer, type SubgraphAnswer, type SubgraphError } from "./read-subgraph-answer.ts";
import { requestText } from "./request-text.ts";
import { isReset, presentUpstreamFailure, type UpstreamFailure, upstreamFailureOf } from "./upstream-failure.ts";

const durations = histogram({
  name: "subgraph_request_duration_seconds",
  help: "Duration of a subgraph request, retry included; outcome is answered, errors, unreached, broken, timeout or left",
  labels: ["subgraph", "outcome"],
});
const retries = counter({
  name: "subgraph_retries_total",
  help: "Queries sent again because the connection was reset",
  labels: ["subgraph"],
});

/** The caller's token, and the clock of the operation. */
export interface OnBehalfOf {
  readonly authorization: string | undefined;
  readonly clock: OperationClock | undefined;
}

/** The connections to one subgraph. */
export interface SubgraphSource {
  /**
   * Sends a request. If it is a query and the connection is reset, sends it once more. Never rejects. If the request
   * fails, the reply contains the failure as an error.
   */
  ask(request: FetchRequest, on: OnBehalfOf): Promise<FetchReply>;
  /** Waits for requests in flight, then closes the connections. */
  close(): Promise<void>;
}

/** Options of a source. */
export interface SubgraphSourceOptions {
  readonly name: string;
  readonly url: string;
  /** The number of connections that may be open at a time. Further requests wait for a connection. */
  readonly connections: number;
  readonly connectTimeoutMs: number;
  /** The size limit of an answer. */
  readonly maxAnswerBytes: number;
  readonly logger: Logger;
}

type Exchange = SubgraphAnswer | { readonly failure: UpstreamFailure; readonly cause: unknown };

/**
 * Creates the client of one subgraph. It sends operations over pooled connections. Of the caller's request, it forwards
 * only `authorization`, the request id and the trace context. Failures become errors without internal detail.
 */
export function createSubgraphSource(options: SubgraphSourceOptions): SubgraphSource {
  const { name, logger } = options;
  for (const outcome of ["answered", "errors", "unreached", "broken", "timeout", "left"])
    durations.zero({ subgraph: name, outcome });
  retries.inc({ subgraph: name }, 0);
  const address = new URL(options.url);
  const path = `${address.pathname}${address.search}`;
  const pool = new Pool(address.origin, {
    connections: options.connections,
    connect: { timeout: options.connectTimeoutMs },
    ...IDLE_CONNECTIONS,
    // The HTTP client needs no timeouts, because the deadline of an operation aborts the operation's requests. Its
    // timers would only cost processor time.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: options.maxAnswerBytes,
  });

  async function send(
    { body: payload, holdsJson }: FetchRequest,
    authorization: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<SubgraphAnswer | undefined> {
    const traceparent = currentTraceparent();
    const requestId = currentRequest()?.requestId;
    const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
    if (authorization !== undefined) headers.authorization = authorization;
    if (requestId !== undefined) headers["x-request-id"] = requestId;
    if (traceparent !== undefined) headers.traceparent = traceparent;
    const text = await requestText(pool, { method: "POST", path, headers, body: payload }, signal);
    return readSubgraphAnswer(text, holdsJson);
  }

  async function exchange(
    request: FetchRequest,
    authorization: string | undefined,
    clock: OperationClock | undefined,
    mayRepeat: boolean,
  ): Promise<Exchange> {
    try {
      const answer = await send(request, authorization, clock?.signal);
      return answer ?? { failure: { kind: "broken" }, cause: new Error("the answer is not one of a GraphQL server") };
    } catch (error) {
      if (clock?.isOver()) return { failure: { kind: "timeout", afterMs: clock.deadlineMs }, cause: error };
      if (clock?.signal.aborted) return { failure: { kind: "left" }, cause: error };
      if (mayRepeat && isReset(error)) {
        retries.inc({ subgraph: name });
        return exchange(request, authorization, clock, false);
      }
      return { failure: upstreamFailureOf(error), cause: error };
    }
  }

  async function ask(request: FetchRequest, on: OnBehalfOf): Promise<FetchReply> {
    const { operation, isEntityFetch, roots } = request;
    const began = performance.now();
    const result = await withSpan(`subgraph ${name}`, { kind: "client", attributes: { subgraph: name } }, () =>
      exchange(request, on.authorization, on.clock, operation === "query"),
    );
    const outcome = "failure" in result ? result.failure.kind : result.errors ? "errors" : "answered";
    durations.observe({ subgraph: name, outcome }, (performance.now() - began) / 1_000);
    if ("failure" in result) {
      if (outcome !== "left") logger.warn({ err: result.cause, subgraph: name, outcome }, "a subgraph request failed");
      const { code, message } = presentUpstreamFailure(result.failure, operation);
      // Adds one error for each path at which data is missing because of the failure. An entity fetch has one such
      // path: the list of entities. Any other fetch has one path for each of its root fields.
      const paths = isEntityFetch ? [[]] : roots().map((root) => [root]);
      return { data: null, errors: paths.map((path) => ({ message, path, extensions: { code } })) };
    }
    const { data, errors, hidden } = result;
    if (hidden) logger.error({ subgraph: name, errors: hidden }, "a subgraph returned errors");
    if (!errors) return { data };
    return { data, errors: isEntityFetch ? errors.map(placeAtOnce) : errors };
  }

  return { ask, close: () => pool.close() };
}

/**
 * Returns an error of an entity fetch with a usable path. If the path contains no index of an entity, the error applies
 * to all entities of the fetch. The path is then replaced by the empty path, which stands for the list of entities.
 */
function placeAtOnce(error: SubgraphError): SubgraphError {
  return typeof error.path?.[1] === "number" ? error : { ...error, path: [] };
}
