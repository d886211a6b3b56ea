import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { Request } from "express";
import type { authenticateConnector } from "../connectors/authenticate-connector.ts";
import type { Connector } from "../connectors/connector-store.ts";
import { refused } from "./replying.ts";

export type ConnectorAuthenticator = (authorization: string | undefined) => ReturnType<typeof authenticateConnector>;

/**
 * Authenticates the calling connector. Routes call this function before they read a body. Throws if the credentials are
 * wrong.
 */
export async function admitConnector(authenticate: ConnectorAuthenticator, request: Request): Promise<Connector> {
  const caller = await authenticate(request.headers.authorization);
  if (!caller.ok) throw refused(caller.refusal, 'Basic realm="connectors", charset="UTF-8"');
  annotateRequest({ connector: caller.connector.id });
  return caller.connector;
}
