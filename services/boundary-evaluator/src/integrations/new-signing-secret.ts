import { randomBytes } from "node:crypto";

/** The length of the key in bytes. Standard Webhooks requires 24 to 64. */
const BYTES = 32;

/**
 * Makes a key with which `exports/http-event-sender.ts` signs events. Receivers get the key as a text: "whsec_" and the
 * key in base64.
 */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(BYTES).toString("base64")}`;
}
