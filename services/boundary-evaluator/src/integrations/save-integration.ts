import { fieldErrors } from "@network-access/firewall-rules/field-error";
import { checkId, checkLine, checkName } from "@network-access/firewall-rules/text";
import type { Failure } from "@network-access/service-runtime/failure";
import { type Integration, MOST_INTEGRATIONS } from "./integration.ts";
import type { IntegrationStore } from "./integration-store.ts";
import { type ReceiverRules, receiverUrlProblem } from "./receiver-url.ts";
import { sealText } from "./sealed-text.ts";
import type { SecretKeys } from "./secret-keys.ts";

export interface IntegrationInput {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly enabled?: boolean | null | undefined;
}

export interface SaveIntegrationNeeds {
  readonly integrations: Pick<IntegrationStore, "list" | "find" | "insert" | "change" | "remove">;
  readonly receivers: ReceiverRules;
  readonly keys: SecretKeys;
  /** Creates a signing secret: "whsec_" and a random key in base64. */
  newSecret(): string;
  newUuid(): string;
  now(): Date;
}

type Saved =
  | { readonly ok: true; readonly integration: Integration; readonly secret: string | null }
  | { readonly ok: false; readonly failure: Failure };

const MAX_URL_LENGTH = 2_048;
/**
 * The largest number of attempts to save an integration. An attempt is repeated only if another call concurrently saved
 * or removed an integration with the same id.
 */
const MAX_ATTEMPTS = 10;

/**
 * Creates or changes an integration. For a new integration, the result contains the signing secret. The client can't
 * read the secret later.
 */
export async function saveIntegration(
  needs: SaveIntegrationNeeds,
  input: IntegrationInput,
  by: string,
): Promise<Saved> {
  const errors = fieldErrors();
  checkId(errors, "id", input.id);
  checkName(errors, "name", input.name);
  checkLine(errors, "url", input.url, MAX_URL_LENGTH);
  if (errors.all().every(({ path }) => path !== "url")) {
    const problem = receiverUrlProblem(input.url, needs.receivers);
    if (problem) errors.add("url", problem);
  }
  if (!errors.empty) return { ok: false, failure: { kind: "invalid-input", fields: errors.all() } };

  const { id, name, url } = input;
  const changes = { name, url, enabled: input.enabled ?? true };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const existing = await needs.integrations.find(id);
    if (existing) {
      const integration = await needs.integrations.change(existing.uuid, changes);
      if (integration) return { ok: true, integration, secret: null };
      continue;
    }
    const created = await create(needs, id, changes, by);
    if (created) return created;
  }
  return conflict(`"${id}" is being saved by many at once; try again`);
}

/** Returns null if the integration was created concurrently. */
async function create(
  { integrations, keys, newSecret, newUuid, now }: SaveIntegrationNeeds,
  id: string,
  changes: Pick<Integration, "name" | "url" | "enabled">,
  by: string,
): Promise<Saved | null> {
  const full = conflict(`there are ${MOST_INTEGRATIONS} integrations already; remove one first`);
  if ((await integrations.list()).length >= MOST_INTEGRATIONS) return full;
  const uuid = newUuid();
  const secret = newSecret();
  const at = now().toISOString();
  const sealed = sealText(keys, uuid, secret);
  const integration: Integration = { uuid, id, ...changes, createdAt: at, createdBy: by, secret: sealed };
  if (!(await integrations.insert(integration))) return null;
  // Several concurrent saves may pass the check above and together exceed the limit. Each save therefore counts the
  // integrations again. If there are too many, the save removes the integration that it inserted.
  if ((await integrations.list()).length > MOST_INTEGRATIONS) {
    await integrations.remove(id, at, uuid);
    return full;
  }
  return { ok: true, integration, secret };
}

function conflict(message: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { kind: "conflict", message } };
}
