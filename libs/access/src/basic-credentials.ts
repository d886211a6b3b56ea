import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export interface BasicCredentials {
  readonly id: string;
  readonly secret: string;
}

/** Reads an `authorization: Basic …` header; undefined for anything else. */
export function parseBasicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const match = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization?.trim() ?? "");
  if (!match?.[1]) return undefined;
  const text = Buffer.from(match[1], "base64").toString();
  const colon = text.indexOf(":");
  if (colon < 1) return undefined;
  return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** A new secret: 32 random bytes in base64url. Shown once; only its hash is kept. */
export function newSecret(random: (size: number) => Uint8Array = randomBytes): string {
  return Buffer.from(random(32)).toString("base64url");
}

/** What is stored of a secret: SHA-256 in hex. Enough for secrets that are random; never for passwords people choose. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares a shown secret with a stored hash in a time that tells nothing. */
export function isSecretOf(secret: string, storedHash: string): boolean {
  const shown = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(storedHash);
  return shown.length === stored.length && timingSafeEqual(shown, stored);
}
