import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyOf, type SecretKeys } from "./secret-keys.ts";

/** A text that is encrypted with AES-256-GCM. `keyId` is the id of the encryption key. */
export interface SealedText {
  readonly keyId: string;
  /** 12 bytes in base64, never used twice under one key. */
  readonly nonce: string;
  /** The encrypted text and the 16 bytes of its authentication tag, in base64. */
  readonly sealed: string;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with the current key. The result can be decrypted only by passing the same `owner` to `openText`. */
export function sealText({ current, keys }: SecretKeys, owner: string, text: string): SealedText {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(keys, current), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { keyId: current, nonce: nonce.toString("base64"), sealed: sealed.toString("base64") };
}

/** Decrypts a text. Throws if its key is not configured, or if it was not sealed for this owner. */
export function openText(
  { keys }: Pick<SecretKeys, "keys">,
  owner: string,
  { keyId, nonce, sealed }: SealedText,
): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(CIPHER, keyOf(keys, keyId), Buffer.from(nonce, "base64"), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
