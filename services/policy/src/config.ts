import { httpUrl, readEnvironment } from "@network-access/service-runtime/environment";
import { z } from "zod";

const environment = z.object({ GRAPH_URL: httpUrl, GRAPH_TOKEN: z.string() });
const stackFile = z.object({ graphUrl: z.string(), token: z.string() });

/** The address of the GraphQL API, and a token. */
export interface Destination {
  /** The URL without "/graphql" and without a slash at its end. */
  readonly url: string;
  readonly token: string;
  readonly from: "environment" | "local stack";
}

/**
 * Reads the environment variables. If they contain neither address nor token, reads the file of the stack that
 * `npm start` runs in this clone. Throws an error that lists all wrong variables, without their values.
 */
export function readDestination(
  env: Readonly<Record<string, string | undefined>>,
  stack: string | undefined,
): Destination {
  if (!env.GRAPH_URL && !env.GRAPH_TOKEN && stack !== undefined) {
    const { graphUrl, token } = readStack(stack);
    return { url: graphUrl, token, from: "local stack" };
  }
  const { GRAPH_URL, GRAPH_TOKEN } = readEnvironment(environment, env);
  const url = GRAPH_URL.replace(/\/+$/, "").replace(/\/graphql$/, "");
  return { url, token: GRAPH_TOKEN.replace(/^Bearer /i, ""), from: "environment" };
}

function readStack(text: string): z.output<typeof stackFile> {
  try {
    return stackFile.parse(JSON.parse(text));
  } catch {
    throw new Error(".data/stack.json can't be read; run npm start again, or set GRAPH_URL and GRAPH_TOKEN");
  }
}
