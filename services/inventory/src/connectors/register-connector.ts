import { hashSecret } from "@network-access/access/basic-credentials";
import { fieldErrors } from "@network-access/firewall-rules/field-error";
import { checkId, checkLine, checkName } from "@network-access/firewall-rules/text";
import type { Failure } from "@network-access/service-runtime/failure";
import { type Connector, type ConnectorStore, MOST_CONNECTORS } from "./connector-store.ts";

/**
 * What a user sends to register a connector. The lists limit the items that the connector may upload. A list that is
 * missing or null sets no limit.
 */
export interface ConnectorInput {
  readonly id: string;
  readonly name: string;
  readonly accountIds?: readonly string[] | null | undefined;
  readonly regions?: readonly string[] | null | undefined;
  readonly types?: readonly string[] | null | undefined;
}

interface Needs {
  readonly connectors: Pick<ConnectorStore, "list" | "insert">;
  readonly newSecret: () => string;
  readonly newUuid: () => string;
  readonly now: () => Date;
}

/** Registers a connector under a new id. The result contains the connector's secret, which can't be read later. */
export async function registerConnector(
  needs: Needs,
  input: ConnectorInput,
  by: string,
): Promise<
  | { readonly ok: true; readonly connector: Connector; readonly secret: string }
  | { readonly ok: false; readonly failure: Failure }
> {
  const errors = fieldErrors();
  checkId(errors, "id", input.id);
  if (input.id.includes(":")) errors.add("id", 'holds ":", which HTTP Basic does not allow in a user id; leave it out');
  checkName(errors, "name", input.name);
  const list = (name: "accountIds" | "regions" | "types") => {
    const texts = input[name];
    if (!texts) return null;
    if (texts.length === 0 || texts.length > 1_000)
      errors.add(name, `has ${texts.length} entries; 1 to 1,000 work, leave it out to mean all`);
    for (const [index, text] of texts.slice(0, 1_000).entries()) checkLine(errors, `${name}[${index}]`, text, 1_024);
    return [...new Set(texts)];
  };
  const scope = { accountIds: list("accountIds"), regions: list("regions"), types: list("types") };
  if (!errors.empty) return { ok: false, failure: { kind: "invalid-input", fields: errors.all() } };

  const conflict = (message: string) => ({ ok: false, failure: { kind: "conflict", message } }) as const;
  if ((await needs.connectors.list()).length >= MOST_CONNECTORS)
    return conflict(`there are ${MOST_CONNECTORS} connectors already; remove one first`);
  const { id, name } = input;
  const registration = { uuid: needs.newUuid(), registeredAt: needs.now(), registeredBy: by, lastUploadAt: null };
  const connector: Connector = { id, name, scope, ...registration };
  const secret = needs.newSecret();
  if (!(await needs.connectors.insert(connector, hashSecret(secret))))
    return conflict(`the connector "${id}" is registered already; remove it first to get a new secret`);
  return { ok: true, connector, secret };
}
