import { httpUrl, readEnvironment } from "@network-access/service-runtime/environment";
import { z } from "zod";

const environment = z.object({ MANAGER_URL: httpUrl, MANAGER_TOKEN: z.string().min(1) });

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
  const { managerUrl, token } = stackFile.parse(JSON.parse(text));
  return { url: managerUrl, token };
}
