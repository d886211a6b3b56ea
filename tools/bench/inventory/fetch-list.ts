import { Agent, get, type IncomingHttpHeaders } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 100 });

/** Sends a GET request and measures the time until the last byte of the response. Counts and discards the body. */
export async function fetchList(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: number; ms: number }> {
  const beganAt = performance.now();
  const answered = Promise.withResolvers<Awaited<ReturnType<typeof fetchList>>>();
  const asking = get(url, { headers, agent, timeout: 60_000 }, (response) => {
    let bytes = 0;
    response.on("error", answered.reject);
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.on("end", () => {
      const { statusCode: status = 0, headers: received } = response;
      answered.resolve({ status, headers: received, bytes, ms: performance.now() - beganAt });
    });
  });
  asking.on("error", answered.reject).on("timeout", () => asking.destroy(new Error(`no answer from ${url} in 60 s`)));
  return answered.promise;
}
