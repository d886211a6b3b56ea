import { createHmac, hkdfSync } from "node:crypto";
import { keyOf, type SecretKeys } from "./secret-keys.ts";

const PURPOSE = "network-access: digests of addresses";

/**
 * Returns a function that computes a digest from the hash of some addresses. Callers who may not see addresses receive
 * the digest instead of the hash. Equal addresses have equal digests. A hash without a key would reveal a small set of
 * addresses, because a caller could hash every small set and compare the hashes. The digest's key is derived from the
 * key that currently encrypts secrets.
 */
export function createAddressDigest({ current, keys }: SecretKeys): (hash: string) => string {
  const key = Buffer.from(hkdfSync("sha256", keyOf(keys, current), "", PURPOSE, 32));
  return (hash) => createHmac("sha256", key).update(hash).digest("hex");
}
