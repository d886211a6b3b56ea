import type { Rule } from "@network-access/firewall-rules/rule";
import { type PackedRules, packRules } from "../judging/compiling/pack-rules.ts";
import { type NamedReference, namedReferences } from "../judging/model/named-reference.ts";
import { type PackedText, type ReadyText, type StoredText, unpackRulesTexts } from "./packed-text.ts";

/** One stored revision of a change request, ready to be judged. */
export interface CachedRequest extends Pick<PackedText, "changeRequestUuid" | "id" | "projectId" | "revision"> {
  readonly rules: PackedRules;
  readonly named: readonly NamedReference[];
  /**
   * The text of the rules, which is needed to write messages. The value is the hash of the text if the text is stored
   * as content, and the compressed text otherwise.
   */
  readonly text: string | Uint8Array;
}

/** A cache of stored revisions, which never change. */
export interface RequestCache {
  find(changeRequestUuid: string, revision: number): CachedRequest | undefined;
  /**
   * Caches a request. Replaces an older revision of the request. If the remaining space is too small for the request,
   * the request is not cached.
   */
  keep(request: CachedRequest): void;
  /** Drops all requests except these. */
  keepOnly(changeRequestUuids: ReadonlySet<string>): void;
}

/** Estimated sizes in bytes: of an entry (without its packed rules, text and references), and of one reference. */
const ENTRY_BYTES = 800;
const REFERENCE_BYTES = 300;

/**
 * Creates a cache with a size of `maxBytes`. A full cache does not evict entries. Every preview reads all requests in
 * the same order, so evicting the oldest entries would remove those that the next preview reads first.
 */
export function createRequestCache(maxBytes: number): RequestCache {
  const cached = new Map<string, CachedRequest>();
  let bytes = 0;

  function drop(uuid: string, request: CachedRequest): void {
    cached.delete(uuid);
    bytes -= weightOf(request);
  }

  return {
    find(uuid, revision) {
      const found = cached.get(uuid);
      return found?.revision === revision ? found : undefined;
    },
    keep(request) {
      const { changeRequestUuid: uuid } = request;
      const old = cached.get(uuid);
      if (old) drop(uuid, old);
      const weight = weightOf(request);
      if (bytes + weight > maxBytes) return;
      cached.set(uuid, request);
      bytes += weight;
    },
    keepOnly(uuids) {
      for (const [uuid, request] of cached) if (!uuids.has(uuid)) drop(uuid, request);
    },
  };
}

/** Prepares texts for judging. */
export function prepareRequests(texts: readonly StoredText[]): CachedRequest[] {
  const packed = texts.filter((text) => "packed" in text);
  const unpacked = unpackRulesTexts(packed.map((text) => text.packed));
  return [
    ...texts.filter((text) => "words" in text).map(requestOfReady),
    ...packed.map((text, place) => requestOfPacked(text, unpacked[place] ?? [])),
  ];
}

function requestOfReady({
  changeRequestUuid,
  id,
  projectId,
  revision,
  words,
  named,
  rulesHash,
}: ReadyText): CachedRequest {
  const references = named.map(({ reference }) => reference);
  return { changeRequestUuid, id, projectId, revision, rules: { words, references }, named, text: rulesHash };
}

function requestOfPacked(
  { changeRequestUuid, id, projectId, revision, packed, rulesHash }: PackedText,
  rules: readonly Rule[],
): CachedRequest {
  const named = namedReferences(rules);
  return { changeRequestUuid, id, projectId, revision, rules: packRules(rules), named, text: rulesHash ?? packed };
}

function weightOf({ rules, text, named }: CachedRequest): number {
  const textBytes = typeof text === "string" ? text.length : text.byteLength;
  return ENTRY_BYTES + rules.words.byteLength + textBytes + named.length * REFERENCE_BYTES;
}
