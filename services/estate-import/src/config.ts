import { httpUrl, readEnvironment } from "@network-access/service-runtime/environment";
import { parseJson } from "@network-access/service-runtime/parse-json";
import { z } from "zod";

const environment = z.object({
  MANAGER_URL: httpUrl.refine(
    (url) => !/^https?:[/][/][^/]*@/.test(url),
    "can't hold a name and password; send MANAGER_TOKEN",
  ),
  MANAGER_TOKEN: z.string().regex(/^[\x21-\x7e]+$/, "must be one token without spaces or line ends"),
});

/** The security manager's address and the caller's token. */
export interface Destination {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
}

/** Reads the environment. Throws one error that names every wrong variable, without its value. */
export function readDestination(env: Readonly<Record<string, string | undefined>>): Destination {
  const { MANAGER_URL, MANAGER_TOKEN } = readEnvironment(environment, env);
  return { url: MANAGER_URL.replace(/\/+$/, ""), token: MANAGER_TOKEN };
}

const stackFile = z.object({ managerUrl: z.string(), token: z.string() });

/** Reads the file that a running local stack writes. Throws an error meant for the user. */
export function readStack(text: string | undefined): Destination {
  if (text === undefined) throw new Error("no stack runs in this clone; run npm start");
  const read = stackFile.safeParse(parseJson(text));
  if (!read.success) throw new Error("the stack of this clone has no security manager; start it again with npm start");
  const { managerUrl, token } = read.data;
  return { url: managerUrl, token };
}
