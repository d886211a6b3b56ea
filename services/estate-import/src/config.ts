import { httpUrl, readEnvironment } from "@network-access/service-runtime/environment";
import { parseJson } from "@network-access/service-runtime/parse-json";
import { z } from "zod";

const environment = z.object({
  MANAGER_URL: httpUrl.refine(
    (url) => !/^https?:[/][/][^/]*@/.test(url),
    "can't hold a name and password; set MANAGER_USER and MANAGER_PASSWORD",
  ),
});
const token = z.object({
  MANAGER_TOKEN: z.string().regex(/^(?:bearer +)?[\x21-\x7e]+$/i, "must be one token without spaces or line ends"),
});
const user = z.object({
  MANAGER_USER: z.string().regex(/^[^:\p{Cc}]+$/u, "must be the name of a user, without a colon"),
  MANAGER_PASSWORD: z.string().min(1),
});

/** The security manager's address and the Authorization header of every call. */
export interface Destination {
  /** The base URL without a slash at its end. */
  readonly url: string;
  readonly authorization: string;
}

/** Reads the environment. Throws an error that lists all wrong variables, without their values. */
export function readDestination(env: Readonly<Record<string, string | undefined>>): Destination {
  const asUser = Boolean(env.MANAGER_USER ?? env.MANAGER_PASSWORD);
  if (asUser && env.MANAGER_TOKEN)
    throw new Error("MANAGER_TOKEN and MANAGER_USER are both set; the import needs one of them");
  if (!asUser) {
    const read = readEnvironment(z.object({ ...environment.shape, ...token.shape }), env);
    return { url: withoutSlash(read.MANAGER_URL), authorization: bearer(read.MANAGER_TOKEN) };
  }
  const read = readEnvironment(z.object({ ...environment.shape, ...user.shape }), env);
  const credentials = Buffer.from(`${read.MANAGER_USER}:${read.MANAGER_PASSWORD}`).toString("base64");
  return { url: withoutSlash(read.MANAGER_URL), authorization: `Basic ${credentials}` };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

function bearer(text: string): string {
  return `Bearer ${text.replace(/^Bearer\s+/i, "")}`;
}

const stackFile = z.object({ managerUrl: z.string(), token: z.string() });

/** Reads the file that a running local stack writes. Throws an error with a message for the user. */
export function readStack(text: string | undefined): Destination {
  if (text === undefined) throw new Error("no stack runs in this clone; run npm start");
  const read = stackFile.safeParse(parseJson(text));
  if (!read.success) throw new Error("the stack of this clone has no security manager; start it again with npm start");
  return { url: read.data.managerUrl, authorization: bearer(read.data.token) };
}
