import { createHash } from "node:crypto";

/** The namespace of account ids. It must never change, because another namespace would change every account's id. */
const ACCOUNTS = "02b2cd82-24d8-466c-b9fa-2265c0301213";

/**
 * Returns the id that the inventory uses for an account: the UUIDv5 of "provider/cloudAccountId" in the namespace
 * `ACCOUNTS`.
 */
export function accountIdOf(provider: string, cloudAccountId: string): string {
  return uuidV5(ACCOUNTS, `${provider}/${cloudAccountId}`);
}

/** Returns a name-based UUID (RFC 9562 section 5.5). */
export function uuidV5(namespace: string, name: string): string {
  const hash = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name, "utf8")
    .digest()
    .subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
