import { randomBytes } from "node:crypto";

/** The length of the key in bytes. Standard Webhooks requires 24 to 64. */
const BYTES = 32;

/**
 * Creates a random key with which `exports/http-event-sender.ts` signs events. Returns the key in the form that
 * receivers get: "whsec_" followed by the key in base64.
 */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(BYTES).toString("base64")}`;
}
