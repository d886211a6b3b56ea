import { setTimeout as sleep } from "node:timers/promises";

const DEADLINE_MS = 30_000;
const RETRY_FOR_MS = 30_000;

/** A client of the security manager's REST interface. Paths are relative to `/securitymanager/api`. */
export interface ManagerClient {
  /** Returns the record at a path, or undefined if there is none. */
  find<Record>(path: string): Promise<Record | undefined>;
  /**
   * Sends a request and returns the body of the response. A failed request is retried, so only requests that are safe
   * to repeat are allowed.
   */
  send<Record>(method: "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<Record>;
}

/**
 * Creates a client. If the security manager does not respond, or responds with status 502 or higher, the client retries
 * the request for 30 s.
 */
export function managerClient({
  managerUrl,
  token,
  signal,
}: {
  managerUrl: string;
  token: string;
  signal: AbortSignal;
}): ManagerClient {
  async function call(method: string, path: string, body?: object): Promise<Response> {
    for (const until = Date.now() + RETRY_FOR_MS; ; await sleep(500, undefined, { signal })) {
      const answer = await fetch(`${managerUrl}/securitymanager/api${path}`, {
        method,
        headers: { authorization: token, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
      }).catch((error: unknown) => {
        if (signal.aborted || Date.now() > until) throw error;
      });
      if (answer && (answer.status < 502 || Date.now() > until)) return answer;
      await answer?.body?.cancel();
    }
  }

  async function bodyOf<Record>(answer: Response, asked: string): Promise<Record> {
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the security manager answered ${asked} with ${answer.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as Record;
  }

  return {
    async find<Record>(path: string) {
      const answer = await call("GET", path);
      if (answer.status !== 404) return bodyOf<Record>(answer, path);
      await answer.body?.cancel();
      return undefined;
    },
    send: async <Record>(method: string, path: string, body?: object) =>
      bodyOf<Record>(await call(method, path, body), `${method} ${path}`),
  };
}
