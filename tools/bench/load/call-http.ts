import { Agent, request } from "node:http";

const shared = new Agent({ keepAlive: true });

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request over a connection that is kept open. Requests with the same agent share its connections. `fetch` is
 * not used: it takes several tenths of a millisecond, which would count as time of the server. Throws if there is no
 * response within a minute.
 */
export async function callHttp(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: Uint8Array | string,
  agent: Agent = shared,
): Promise<HttpAnswer> {
  const answered = Promise.withResolvers<HttpAnswer>();
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const asking = request(url, { method, agent, headers: { ...headers, ...length }, timeout: 60_000 }, (response) => {
    const chunks: Buffer[] = [];
    response.on("error", answered.reject);
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () => {
      answered.resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
    });
  });
  asking.on("error", answered.reject).on("timeout", () => asking.destroy(new Error(`no answer from ${url} in 60 s`)));
  asking.end(body);
  return answered.promise;
}
