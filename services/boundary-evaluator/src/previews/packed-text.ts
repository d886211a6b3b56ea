import { gunzipSync, gzipSync } from "node:zlib";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { NamedReference } from "../judging/model/named-reference.ts";

interface OfRevision {
  readonly changeRequestUuid: string;
  /** The client's id. */
  readonly id: string;
  readonly projectId: string;
  readonly revision: number;
}

/** What is judged of one revision of a change request, its rules packed as contents are (content-store.ts). */
export interface PackedText extends OfRevision {
  readonly packed: Uint8Array;
  /** The content that this is; null: none has it. */
  readonly rulesHash: string | null;
}

/** The same as it was kept with its judging, ready to be judged; its text is in a content. */
export interface ReadyText extends OfRevision {
  readonly words: Uint32Array;
  readonly named: readonly NamedReference[];
  readonly rulesHash: string;
}

export type StoredText = PackedText | ReadyText;

/** In memory of its own, as small as it is. */
export function packRulesText(rules: readonly Rule[]): Uint8Array {
  return new Uint8Array(gzipSync(JSON.stringify(rules)));
}

/** Unpacked in pieces of at most this size. */
const MOST_CHUNK = 1_024 * 1_024;

/** The rules of each. All are unpacked as one: packed texts may follow each other, and beginning costs more than unpacking. */
export function unpackRulesTexts(packed: readonly Uint8Array[]): (readonly Rule[])[] {
  const lengths = packed.map(unpackedLength);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  if (whole === 0) return [];
  const bytes = gunzipSync(Buffer.concat(packed), { chunkSize: Math.min(Math.max(whole, 64), MOST_CHUNK) });
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return JSON.parse(bytes.toString("utf8", end - length, end));
  });
}

/** The last four bytes of what is packed with gzip. */
function unpackedLength({ buffer, byteOffset, byteLength }: Uint8Array): number {
  return new DataView(buffer, byteOffset + byteLength - 4, 4).getUint32(0, true);
}
