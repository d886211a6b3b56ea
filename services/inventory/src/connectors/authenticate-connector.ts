import { hashSecret, isSecretOf, parseBasicCredentials } from "@network-access/access/basic-credentials";
import { type AccessRefusal, unauthenticated } from "@network-access/access/refusal";
import type { Connector, ConnectorStore } from "./connector-store.ts";

type Authenticated =
  | { readonly ok: true; readonly connector: Connector }
  | { readonly ok: false; readonly refusal: AccessRefusal };

/**
 * The hash with which a secret is compared if no connector has the given id. With this comparison, refusing an unknown
 * id takes the same time as refusing a wrong secret.
 */
const noConnectorHash = hashSecret("");

/**
 * Authenticates a connector by its id and secret in HTTP Basic. A user's token is refused with status 403. All other
 * invalid credentials are refused with status 401.
 */
export async function authenticateConnector(
  { connectors }: { readonly connectors: Pick<ConnectorStore, "findWithSecretHash"> },
  authorization: string | undefined,
): Promise<Authenticated> {
  const credentials = parseBasicCredentials(authorization);
  if (!credentials) return { ok: false, refusal: looksLikeToken(authorization) ? onlyConnectors : needsCredentials };
  const found = await connectors.findWithSecretHash(credentials.id);
  const right = isSecretOf(credentials.secret, found?.secretHash ?? noConnectorHash);
  return found && right ? { ok: true, connector: found.connector } : { ok: false, refusal: wrongCredentials };
}

function looksLikeToken(authorization: string | undefined): boolean {
  return /^(bearer +)?[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/i.test(authorization?.trim() ?? "");
}

const needsCredentials = unauthenticated("a connector's id and secret are needed: send them by HTTP Basic");
const wrongCredentials = unauthenticated("the connector's id or secret is not right; a registration shows both once");
const onlyConnectors: AccessRefusal = {
  status: 403,
  code: "FORBIDDEN",
  message: "only a registered connector may upload, with its id and secret by HTTP Basic; a user's token can't",
};
