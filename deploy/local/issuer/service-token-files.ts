import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serviceToken } from "./mint-token.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** For each service, the services that it calls. The audience of a service token is the name of the called service. */
export const CALLEES: Readonly<Record<string, readonly string[]>> = {
  "change-request": ["boundary-evaluator", "inventory"],
  "boundary-evaluator": ["change-request", "inventory"],
  inventory: ["change-request", "boundary-evaluator"],
  "mcp-tools": ["security-manager"],
};
const LIFETIME_SECONDS = 3_600;
/**
 * The interval at which service tokens are renewed. It is a quarter of a token's lifetime, so a service never reads an
 * expired token.
 */
export const RENEW_EVERY_MS = (LIFETIME_SECONDS * 1_000) / 4;

/**
 * Writes one token for each pair of caller and callee, to `folder/<caller>/<callee>.jwt`. Each file is written
 * atomically, and only its owner can read it.
 */
export async function writeServiceTokens(
  keys: SigningKeys,
  issuer: string,
  folder: string,
  now: Date = new Date(),
): Promise<void> {
  for (const [caller, callees] of Object.entries(CALLEES)) {
    const own = join(folder, caller);
    mkdirSync(own, { recursive: true });
    chmodSync(own, 0o700);
    for (const audience of callees) {
      const token = await serviceToken(keys, issuer, { caller, audience, expiresInSeconds: LIFETIME_SECONDS }, now);
      const file = join(own, `${audience}.jwt`);
      writeFileSync(`${file}.part`, token, { mode: 0o600 });
      renameSync(`${file}.part`, file);
    }
  }
}

/**
 * Returns the value of the variable `SERVICE_TOKEN_FILE` of the service `caller`. The service replaces `{audience}` in
 * this path with the name of the service that it calls.
 */
export const serviceTokenFile = (folder: string, caller: string): string => join(folder, caller, "{audience}.jwt");
