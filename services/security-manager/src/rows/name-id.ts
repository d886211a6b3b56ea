import { createHash } from "node:crypto";

/**
 * The namespace of the ids that `nameId` returns (RFC 9562, section 5.5). In another namespace, all these ids would be
 * different.
 */
const NAMESPACE = Buffer.from("5f1e6d0c8b3a4f27a9d2c4e6f8017b35", "hex");

/** Returns a UUID of version 5 made of texts and numbers. Equal inputs give equal ids. */
export function nameId(...parts: readonly (string | number)[]): string {
  const hash = createHash("sha1").update(NAMESPACE).update(JSON.stringify(parts)).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const text = hash.toString("hex");
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}
