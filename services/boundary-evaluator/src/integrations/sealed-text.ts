import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyOf, type SecretKeys } from "./secret-keys.ts";

/** A text as it is kept: AES-256-GCM under the key of this id. */
export interface SealedText {
  readonly keyId: string;
  /** 12 bytes in base64, never used twice under one key. */
  readonly nonce: string;
  /** The encrypted text and the 16 bytes that prove it, in base64. */
  readonly sealed: string;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const PROOF_BYTES = 16;

/** Encrypts under the current key. `owner` is whom the text belongs to: nobody else's place can hold it. */
export function sealText({ current, keys }: SecretKeys, owner: string, text: string): SealedText {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(keys, current), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { keyId: current, nonce: nonce.toString("base64"), sealed: sealed.toString("base64") };
}

/** Throws where its key is not configured any more, and where it was not sealed like this for this owner. */
export function openText(
  { keys }: Pick<SecretKeys, "keys">,
  owner: string,
  { keyId, nonce, sealed }: SealedText,
): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(CIPHER, keyOf(keys, keyId), Buffer.from(nonce, "base64"), {
    authTagLength: PROOF_BYTES,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-PROOF_BYTES));
  return decipher.update(bytes.subarray(0, -PROOF_BYTES), undefined, "utf8") + decipher.final("utf8");
}
