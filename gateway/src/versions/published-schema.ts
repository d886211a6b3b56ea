import { Agent, request } from "undici";

/**
 * The result of one request for the schema of a subgraph. It is the schema, `unpublished` if the subgraph publishes no
 * schema, or `away` if the subgraph did not answer or answered with an unexpected status.
 */
export type PublishedSchema =
  | { readonly kind: "schema"; readonly sdl: string }
  | { readonly kind: "unpublished" }
  | { readonly kind: "away"; readonly cause: unknown };

const DEADLINE_MS = 2_000;
const MOST_BYTES = 4 * 1_024 * 1_024;

/**
 * Creates a reader of the schemas that subgraphs publish. Each read opens a new connection, so that a load balancer can
 * route successive reads to different processes.
 */
export function createSchemaReader(connectTimeoutMs: number) {
  const agent = new Agent({ connect: { timeout: connectTimeoutMs }, maxResponseSize: MOST_BYTES });
  return {
    async read(url: string, stopping: AbortSignal): Promise<PublishedSchema> {
      try {
        const signal = AbortSignal.any([stopping, AbortSignal.timeout(DEADLINE_MS)]);
        const { statusCode, body } = await request(new URL("schema", url), { dispatcher: agent, reset: true, signal });
        const text = await body.text();
        if (statusCode === 200) return { kind: "schema", sdl: text };
        // Older releases do not serve this path.
        if (statusCode === 404) return { kind: "unpublished" };
        return { kind: "away", cause: new Error(`the answer has the status ${statusCode}`) };
      } catch (cause) {
        return { kind: "away", cause };
      }
    },
    close: () => agent.close(),
  };
}
