import { randomBytes } from "node:crypto";
import type { NewDelivery } from "../src/exports/delivery.ts";
import type { Integration } from "../src/integrations/integration.ts";
import { newSigningSecret } from "../src/integrations/new-signing-secret.ts";
import { sealText } from "../src/integrations/sealed-text.ts";
import { parseSecretKeys, type SecretKeys } from "../src/integrations/secret-keys.ts";

/** Returns the text of a key file that has keys with these ids. The key with the last id is the current key. */
export function aKeyFile(...ids: readonly string[]): string {
  const keys = Object.fromEntries(ids.map((id) => [id, randomBytes(32).toString("base64")]));
  return JSON.stringify({ current: ids.at(-1), keys });
}

export function someKeys(...ids: readonly string[]): SecretKeys {
  const parsed = parseSecretKeys(aKeyFile(...(ids.length > 0 ? ids : ["k1"])));
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.keys;
}

export function anIntegration(members: Partial<Integration> = {}, keys = someKeys()): Integration {
  const uuid = members.uuid ?? crypto.randomUUID();
  return {
    uuid,
    id: "tickets",
    name: "Tickets",
    url: "https://tickets.example.com/hook",
    enabled: true,
    createdAt: "2026-11-21T05:00:00.000Z",
    createdBy: "ada@example.com",
    secret: sealText(keys, uuid, newSigningSecret()),
    ...members,
  };
}

export function aDelivery(members: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: `evt_${crypto.randomUUID()}`,
    integrationUuid: "i",
    changeRequestId: "cr-1",
    revision: 1,
    attempt: 1,
    boundaryId: "b-1",
    createdAt: "2026-11-21T05:00:00.000Z",
    body: "{}",
    ...members,
  };
}
