import { randomBytes } from "node:crypto";

/** Standard Webhooks requires 24 to 64. */
const BYTES = 32;

/** A key with which `exports/http-event-sender.ts` signs events, as receivers get it: "whsec_" and the key in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(BYTES).toString("base64")}`;
}
