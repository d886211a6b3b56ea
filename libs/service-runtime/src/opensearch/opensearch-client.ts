import http from "node:http";
import https from "node:https";
import { Client, Connection } from "@opensearch-project/opensearch";
import { Refusal } from "../http/http-reply.ts";
import { takeMemory } from "../telemetry/request-context.ts";
import {
  IndexAnswerTooLarge,
  IndexAway,
  type IndexCause,
  IndexLate,
  IndexRefused,
  isOutOfService,
} from "./opensearch-failures.ts";

/** How to reach a cluster. */
export interface OpenSearchSettings {
  /** The addresses of one or more nodes. Calls alternate between the nodes that answer. */
  readonly nodes: readonly string[];
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /**
   * The certificates of the authorities that are trusted for connections to the nodes, in PEM. By default, the default
   * authorities of Node are trusted.
   */
  readonly certificateAuthority?: string | undefined;
}

/** Options of one call. */
export interface OpenSearchCallOptions {
  /**
   * Milliseconds for the call, including the wait for a connection and attempts on other nodes. The default is the
   * client's deadline.
   */
  readonly deadlineMs?: number;
  /**
   * If this signal is aborted, the client closes the connection of the call. OpenSearch then cancels the search of the
   * call.
   */
  readonly signal?: AbortSignal | undefined;
  /** The size limit of an answer. If an answer is larger, the call stops reading it and throws IndexAnswerTooLarge. */
  readonly mostBytes?: number;
}

/**
 * A client of OpenSearch. It parses responses as JSON but does not validate them. Adapters read only the members that
 * they need.
 */
export interface OpenSearchClient {
  /**
   * Sends a request with `body` as JSON. If `body` is a list, sends each entry as one line of JSON. Returns the parsed
   * response, or undefined if the response has no body.
   * - Throws IndexLate after a timeout.
   * - Throws IndexAway if OpenSearch is unavailable.
   * - Throws IndexRefused if OpenSearch refuses the call.
   * - Throws IndexAnswerTooLarge if the response has more than `mostBytes` bytes.
   * - Throws Refusal if the response needs too much memory.
   */
  call(
    method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    options?: OpenSearchCallOptions,
  ): Promise<unknown>;
  stop(): Promise<void>;
}

/** The number of connections to each node. */
const CONNECTIONS = 16;
const CONNECT_MS = 2_000;
const IDLE_MS = 20_000;

/** Creates a client of a cluster. If the connection to a node fails, the client sends the call to the next node. */
export function createOpenSearchClient(
  { nodes, username, password, certificateAuthority }: OpenSearchSettings,
  { deadlineMs = 10_000 }: { readonly deadlineMs?: number } = {},
): OpenSearchClient {
  const ca = certificateAuthority === undefined ? {} : { ca: certificateAuthority };
  const client = new Client({
    nodes: [...nodes],
    ...(username === undefined ? {} : { auth: { username, password: password ?? "" } }),
    ssl: ca,
    maxRetries: nodes.length - 1,
    Connection: QuietConnection,
    agent: ({ url }: { readonly url: URL }) => createAgent(url, ca),
  });

  return {
    async call(method, path, body, { deadlineMs: limitMs = deadlineMs, signal, mostBytes = Infinity } = {}) {
      const lines = Array.isArray(body);
      const [pathname = "", querystring = ""] = path.split("?");
      const content = lines
        ? { bulkBody: body.map((line) => `${JSON.stringify(line)}\n`).join("") }
        : body === undefined
          ? {}
          : { body: JSON.stringify(body) };
      const late = AbortSignal.timeout(limitMs);
      const given = signal ? AbortSignal.any([late, signal]) : late;
      const what = `${method} ${pathname}`;
      try {
        const request = { method, path: pathname, querystring, ...content };
        const answer = await send(client, request, { limitMs, mostBytes, signal: given });
        if (answer.status >= 400) throw refused(answer.status, answer.text);
        return answer.text === "" ? undefined : JSON.parse(answer.text);
      } catch (error) {
        if (error instanceof Refusal || error instanceof IndexAnswerTooLarge) throw error;
        if (!(error instanceof IndexRefused))
          throw late.aborted ? new IndexLate(what, error) : new IndexAway(what, error);
        if (isOutOfTime(error)) throw new IndexLate(what, error);
        // OpenSearch refuses the credentials or the rights of this process. The caller can't correct this, only an
        // operator can. Therefore the caller gets the same error as when OpenSearch is unavailable.
        if (error.status === 401 || error.status === 403) throw new IndexAway(what, error);
        if (error.status === 429 || error.status >= 500 || isOutOfService(error.type)) throw new IndexAway(what, error);
        throw error;
      }
    },
    stop: () => client.close(),
  };
}

type Request = Parameters<Client["transport"]["request"]>[0];

/**
 * Sends a request and reads the response as a stream, in order to count the memory of the response. If the client read
 * the response, this memory would not be counted.
 */
async function send(
  client: Client,
  request: Request,
  {
    limitMs,
    mostBytes,
    signal,
  }: { readonly limitMs: number; readonly mostBytes: number; readonly signal: AbortSignal },
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { accept: "application/json" };
  const sent = client.transport.request(request, { asStream: true, requestTimeout: limitMs, headers });
  let abort = () => void sent.abort();
  const onAbort = () => abort();
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  try {
    const { statusCode, body } = await sent;
    abort = () => void body.destroy(signal.reason);
    if (signal.aborted) onAbort();
    return { status: statusCode ?? 0, text: await readText(body, mostBytes) };
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** The number of copies of a response that are in memory at the same time: bytes, text and parsed values. */
const COPIES = 3;

async function readText(stream: AsyncIterable<Uint8Array>, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > mostBytes) throw new IndexAnswerTooLarge(mostBytes);
    takeMemory(COPIES * chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * A connection that ignores errors after the response has begun. The library would print such errors, although the
 * reader of the response receives them.
 */
class QuietConnection extends Connection {
  override request(...[params, callback]: Parameters<Connection["request"]>): http.ClientRequest {
    const request: http.ClientRequest = super.request(params, (error, response) => {
      if (response !== null) {
        request.removeAllListeners("error");
        request.on("error", () => undefined);
      }
      callback(error, response);
    });
    return request;
  }
}

/**
 * Creates an agent that keeps connections open for later calls. The agent closes a connection that is not established
 * after 2 s, because an unreachable node may never respond.
 */
function createAgent({ protocol }: URL, ca: object): http.Agent {
  const options = { keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS, timeout: IDLE_MS };
  const isSecure = protocol === "https:";
  const agent = isSecure ? new https.Agent({ ...options, ...ca }) : new http.Agent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...given) => {
    const socket = connect(...given);
    if (!socket) return socket;
    const timer = setTimeout(() => {
      socket.destroy(new Error(`no connection within ${CONNECT_MS} ms`));
    }, CONNECT_MS);
    for (const event of [isSecure ? "secureConnect" : "connect", "close"])
      socket.once(event, () => clearTimeout(timer));
    return socket;
  };
  return agent;
}

/**
 * Reports whether the error is a timeout of a search. OpenSearch reports timeouts in three ways, depending on the phase
 * of the search.
 */
function isOutOfTime({ type, message, causes }: IndexRefused): boolean {
  return [{ type, reason: message }, ...causes].some(
    (cause) =>
      cause.type === "time_exceeded_exception" ||
      (cause.type === "query_phase_execution_exception" && cause.reason.includes("Time exceeded")) ||
      (cause.type === "task_cancelled_exception" && cause.reason.includes("Cancellation timeout")),
  );
}

function refused(status: number, text: string): IndexRefused {
  try {
    const { type, reason, failed_shards } = JSON.parse(text).error;
    const causes: IndexCause[] = [];
    for (let cause = failed_shards?.[0]?.reason; cause && causes.length < 10; cause = cause.caused_by)
      causes.push({ type: String(cause.type), reason: String(cause.reason) });
    return new IndexRefused(status, String(type), String(reason), causes);
  } catch {
    return new IndexRefused(status, "unknown", text.slice(0, 200));
  }
}
