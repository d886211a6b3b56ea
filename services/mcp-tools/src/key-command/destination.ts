import { httpUrl, readEnvironment } from "@network-access/service-runtime/environment";
import { parseJson } from "@network-access/service-runtime/parse-json";
import { z } from "zod";

const environment = z.object({
  TOOL_SERVER_URL: httpUrl.refine(
    (url) => !/^https?:[/][/][^/]*@/.test(url),
    "can't hold a name and password; set TOOL_SERVER_TOKEN",
  ),
  TOOL_SERVER_TOKEN: z.string().regex(/^(?:bearer +)?[\x21-\x7e]+$/i, "must be one token without spaces or line ends"),
});

/** The tool server's address and the token that every call sends. */
export interface Destination {
  /** The base URL without a slash at its end. */
  readonly url: string;
  readonly token: string;
}

const stackFile = z.object({ mcpUrl: z.string(), token: z.string() });

/**
 * Reads the URL and the token from environment variables. If none of these is set, reads them from the file of the
 * running local stack. Throws an error with a message for the user. The message names each wrong variable, but not its
 * value.
 */
export function readDestination(
  env: Readonly<Record<string, string | undefined>>,
  readStackText: () => string | undefined,
): Destination {
  if (!env.TOOL_SERVER_URL && !env.TOOL_SERVER_TOKEN) return readStack(readStackText());
  const { TOOL_SERVER_URL, TOOL_SERVER_TOKEN } = readEnvironment(environment, env);
  return { url: baseOf(TOOL_SERVER_URL), token: TOOL_SERVER_TOKEN.replace(/^bearer +/i, "") };
}

function readStack(text: string | undefined): Destination {
  if (text === undefined)
    throw new Error("no stack runs in this clone; run npm start, or set TOOL_SERVER_URL and TOOL_SERVER_TOKEN");
  const read = stackFile.safeParse(parseJson(text));
  if (!read.success) throw new Error("the stack of this clone has no tool server; start it again with npm start");
  return { url: baseOf(read.data.mcpUrl), token: read.data.token };
}

/**
 * Removes the path of the endpoint from the URL, because a user may give the endpoint's address instead of the base
 * URL.
 */
function baseOf(url: string): string {
  return url.replace(/\/+$/, "").replace(/\/mcp$/, "");
}
