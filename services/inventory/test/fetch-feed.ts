import { request } from "node:http";
import { gunzipSync } from "node:zlib";

export interface FeedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body, decompressed if the response was compressed. */
  readonly body: string;
}

/** Fetches a feed as a firewall does: sends only the given headers, does not follow redirects, and has no cache. */
export async function fetchFeed(
  url: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
): Promise<FeedResponse> {
  const answered = Promise.withResolvers<FeedResponse>();
  const asking = request(url, { method, headers, timeout: 60_000 }, async (response) => {
    const chunks: Buffer[] = await Array.fromAsync(response);
    const whole = Buffer.concat(chunks);
    const isPacked = response.headers["content-encoding"] === "gzip" && whole.length > 0;
    const body = (isPacked ? gunzipSync(whole) : whole).toString();
    answered.resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
  });
  asking
    .on("error", answered.reject)
    .on("timeout", () => asking.destroy(new Error("no answer in 60 s")))
    .end();
  return answered.promise;
}
