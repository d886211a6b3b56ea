import { httpUrl, readEnvironment } from "@network-access/service-runtime/environment";
import { z } from "zod";

const environment = z.object({
  INVENTORY_URL: httpUrl,
  CONNECTOR_ID: z.string().refine((id) => !id.includes(":"), "can't hold a colon"),
  CONNECTOR_SECRET: z.string(),
});

/** The inventory's address and the connector's credentials. */
export interface Destination {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  readonly id: string;
  readonly secret: string;
}

/** Reads the environment. Throws one error that lists every wrong variable, without its value. */
export function readDestination(env: Readonly<Record<string, string | undefined>>): Destination {
  const { INVENTORY_URL, CONNECTOR_ID, CONNECTOR_SECRET } = readEnvironment(environment, env);
  return { url: INVENTORY_URL.replace(/\/+$/, ""), id: CONNECTOR_ID, secret: CONNECTOR_SECRET };
}

const stackFile = z.object({
  baseUrl: z.string(),
  connector: z.object({ id: z.string(), secret: z.string() }).nullable(),
});

/** Reads the file that a running local stack writes. Throws an error with a message for the user. */
export function readStack(text: string | undefined): Destination {
  if (text === undefined) throw new Error("no stack runs in this clone; run npm start");
  const { baseUrl, connector } = stackFile.parse(JSON.parse(text));
  if (connector === null) throw new Error("the stack of this clone has no connector; start it without --no-demo");
  return { url: baseUrl, ...connector };
}
