import { randomBytes } from "node:crypto";

/** Standard Webhooks requires 24 to 64. */
const BYTES = 32;

/**
 * Makes a key with which `exports/http-event-sender.ts` signs events. Receivers get it in this form: "whsec_" and the
 * key in base64.
 */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(BYTES).toString("base64")}`;
}
