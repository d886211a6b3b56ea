import { randomBytes } from "node:crypto";

/** Standard Webhooks requires 24 to 64. */
const BYTES = 32;

/** A signing key as receivers get it: "whsec_" and the key in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(BYTES).toString("base64")}`;
}
