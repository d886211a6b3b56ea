import { type IncomingHttpHeaders, request } from "node:http";
import { gunzipSync } from "node:zlib";
import type { TestStack } from "../stack.ts";
import type { GraphClient } from "./graph.ts";

interface FeedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decompressed, if the response was compressed. */
  readonly body: string;
}

/** The operations of a firewall and its administrator. */
export function feeds({ baseUrl }: Pick<TestStack, "baseUrl">, graph: GraphClient) {
  return {
    issue: async (groupId: string, consumer: string): Promise<{ id: string; secret: string }> => {
      const { issueFeedToken } = await graph.get<{ issueFeedToken: { id: string; secret: string } }>(
        `mutation ($groupId: String!, $consumer: String!) {
          issueFeedToken(groupId: $groupId, consumer: $consumer) { id secret } }`,
        { groupId, consumer },
      );
      return issueFeedToken;
    },
    revoke: (id: string) => graph.get(`mutation ($id: String!) { revokeFeedToken(id: $id) }`, { id }),
    /** Fetches a feed with only these headers. */
    fetch: (
      groupId: string,
      headers: Readonly<Record<string, string>>,
      { query = "", method = "GET" }: { readonly query?: string; readonly method?: string } = {},
    ): Promise<FeedAnswer> => {
      const answered = Promise.withResolvers<FeedAnswer>();
      const url = `${baseUrl}/groups/${encodeURIComponent(groupId)}/addresses${query}`;
      const asking = request(url, { method, headers, timeout: 60_000 }, async (response) => {
        const whole = Buffer.concat(await Array.fromAsync(response));
        const isPacked = response.headers["content-encoding"] === "gzip" && whole.length > 0;
        const body = (isPacked ? gunzipSync(whole) : whole).toString();
        answered.resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
      asking
        .on("error", answered.reject)
        .on("timeout", () => asking.destroy(new Error("no answer in 60 s")))
        .end();
      return answered.promise;
    },
  };
}
