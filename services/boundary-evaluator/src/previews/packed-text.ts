import { gunzipSync, gzipSync } from "node:zlib";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { NamedReference } from "../judging/model/named-reference.ts";

interface OfRevision {
  readonly changeRequestUuid: string;
  /** The id that the client chose. */
  readonly id: string;
  readonly projectId: string;
  readonly revision: number;
}

/** One revision of a change request. Its rules are gzip-compressed text, like stored contents (content-store.ts). */
export interface PackedText extends OfRevision {
  readonly packed: Uint8Array;
  /** The hash under which the text of the rules is stored as content. Null if the text is not stored. */
  readonly rulesHash: string | null;
}

/**
 * One revision of a change request. Its rules are in the binary form that `packRules` creates, so they need not be
 * decompressed and parsed. `words` was stored with the latest evaluation of the change request. `rulesHash` is the hash
 * under which the text of the rules is stored as content.
 */
export interface ReadyText extends OfRevision {
  readonly words: Uint32Array;
  readonly named: readonly NamedReference[];
  readonly rulesHash: string;
}

export type StoredText = PackedText | ReadyText;

/** Returns the rules as compressed text, in a buffer that is exactly as long as this text. */
export function packRulesText(rules: readonly Rule[]): Uint8Array {
  return new Uint8Array(gzipSync(JSON.stringify(rules)));
}

/** The largest chunk of decompression. */
const MAX_CHUNK = 1_024 * 1_024;

/**
 * Decompresses the texts and returns the rules of each text. Decompression calls are expensive, so the texts are
 * concatenated and decompressed in one call. The gzip format allows this concatenation.
 */
export function unpackRulesTexts(packed: readonly Uint8Array[]): (readonly Rule[])[] {
  const lengths = packed.map(unpackedLength);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  if (whole === 0) return [];
  const bytes = gunzipSync(Buffer.concat(packed), { chunkSize: Math.min(Math.max(whole, 64), MAX_CHUNK) });
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return JSON.parse(bytes.toString("utf8", end - length, end));
  });
}

/** Returns the length of the decompressed text. A gzip member stores this length in its last four bytes. */
function unpackedLength({ buffer, byteOffset, byteLength }: Uint8Array): number {
  return new DataView(buffer, byteOffset + byteLength - 4, 4).getUint32(0, true);
}
