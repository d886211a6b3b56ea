import { createHmac, hkdfSync } from "node:crypto";
import { keyOf, type SecretKeys } from "./secret-keys.ts";

const PURPOSE = "network-access: digests of addresses";

/**
 * Returns a function that computes a keyed digest of the hash of an address list. Callers who may not see the addresses
 * receive this digest in place of the hash. Equal addresses have equal digests.
 *
 * The hash itself would reveal the addresses of a short list: a caller could hash every possible short list and compare
 * the hashes. The digest's key is derived from the key with which secrets are currently encrypted.
 */
export function createAddressDigest({ current, keys }: SecretKeys): (hash: string) => string {
  const key = Buffer.from(hkdfSync("sha256", keyOf(keys, current), "", PURPOSE, 32));
  return (hash) => createHmac("sha256", key).update(hash).digest("hex");
}
