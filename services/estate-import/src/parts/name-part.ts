import { createHash } from "node:crypto";
import type { SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import { canonicalJson } from "@network-access/service-runtime/canonical-json";

/** A part as it is uploaded. */
export interface NamedPart {
  /** The SHA-256 of the body, in hexadecimal digits. */
  readonly sha256: string;
  /** The part's canonical JSON. */
  readonly body: string;
}

/** Returns a part with its name, which is a hash of its content. The order of keys does not affect the name. */
export function namePart(part: SnapshotPartInput): NamedPart {
  const body = canonicalJson(part);
  return { sha256: createHash("sha256").update(body).digest("hex"), body };
}
