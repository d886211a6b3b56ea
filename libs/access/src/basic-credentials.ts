import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export interface BasicCredentials {
  readonly id: string;
  readonly secret: string;
}

/**
 * Returns the id and secret in an `authorization: Basic …` header. Returns undefined if the header is missing or has
 * another form.
 */
export function parseBasicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const match = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization?.trim() ?? "");
  if (!match?.[1]) return undefined;
  const text = Buffer.from(match[1], "base64").toString();
  const colon = text.indexOf(":");
  if (colon < 1) return undefined;
  return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** Returns a new secret: 32 random bytes in base64url. A secret is shown once, and only its hash is stored. */
export function newSecret(random: (size: number) => Uint8Array = randomBytes): string {
  return Buffer.from(random(32)).toString("base64url");
}

/**
 * Returns the stored form of a secret: SHA-256 in hex. This is sufficient for random secrets, but never for passwords
 * that people choose.
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares a secret with a stored hash in constant time. */
export function isSecretOf(secret: string, storedHash: string): boolean {
  const computed = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(storedHash);
  return computed.length === stored.length && timingSafeEqual(computed, stored);
}
