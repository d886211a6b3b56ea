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
   * The PEM certificates of the authorities that may have signed the nodes' certificates. The default is the system's
   * authorities.
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
  /** When this signal is aborted, the connection of the call is closed, and OpenSearch ends the search. */
  readonly signal?: AbortSignal | undefined;
  /** The size limit of an answer. If an answer is larger, the call stops reading it and throws IndexAnswerTooLarge. */
  readonly mostBytes?: number;
}

/** Calls to OpenSearch. Responses are parsed as JSON but not validated: adapters read what they need. */
export interface OpenSearchClient {
  /**
   * Sends `body` as JSON. If `body` is a list, each entry is sent as a line of JSON. Throws IndexLate after a timeout,
   * IndexAway if OpenSearch is unavailable, IndexRefused if it refuses the call, and Refusal if the response needs too
   * much memory.
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

/** Creates the connections to a cluster. A call whose connection fails goes to the next node. */
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
        // The engine refuses the credentials or the rights of this process. Only an operator can correct that, so the
        // engine counts as unavailable.
        if (error.status === 401 || error.status === 403) throw new IndexAway(what, error);
        if (error.status === 429 || error.status >= 500 || isOutOfService(error.type)) throw new IndexAway(what, error);
        throw error;
      }
    },
    stop: () => client.close(),
  };
}

type Request = Parameters<Client["transport"]["request"]>[0];

/** Reads the response as a stream, because the client itself would not count the memory of the response. */
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

/** The number of forms of a response that are in memory at a time: bytes, text and parsed values. */
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
 * A connection that does not print errors that occur after the response has begun. The library would print such an
 * error, although the reader of the response receives it.
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
 * Creates an agent that keeps connections open for later calls. The agent gives up a connection that is not open in
 * time, because a lost node never responds.
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

/** OpenSearch reports a timeout in three ways, depending on the phase of the search. */
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
