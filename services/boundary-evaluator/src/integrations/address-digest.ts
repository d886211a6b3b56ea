import { createHmac, hkdfSync } from "node:crypto";
import { keyOf, type SecretKeys } from "./secret-keys.ts";

const PURPOSE = "network-access: digests of addresses";

/**
 * What a caller who may not see addresses gets instead of their hash: equal for equal addresses. A hash without a key
 * reveals a small set, because all small sets can be hashed and compared. The key is derived from the current one that
 * secrets are encrypted with.
 */
export function createAddressDigest({ current, keys }: SecretKeys): (hash: string) => string {
  const key = Buffer.from(hkdfSync("sha256", keyOf(keys, current), "", PURPOSE, 32));
  return (hash) => createHmac("sha256", key).update(hash).digest("hex");
}
