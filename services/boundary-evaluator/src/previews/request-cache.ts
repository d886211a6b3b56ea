import type { Rule } from "@network-access/firewall-rules/rule";
import { type PackedRules, packRules } from "../judging/compiling/pack-rules.ts";
import { type NamedReference, namedReferences } from "../judging/model/named-reference.ts";
import { type PackedText, type ReadyText, type StoredText, unpackRulesTexts } from "./packed-text.ts";

/** One stored revision of a change request, ready to be judged as often as somebody asks. */
export interface CachedRequest extends Pick<PackedText, "changeRequestUuid" | "id" | "projectId" | "revision"> {
  readonly rules: PackedRules;
  readonly named: readonly NamedReference[];
  /** The text of the rules, for whoever wants words: the hash of the content that has it, or itself where none has. */
  readonly text: string | Uint8Array;
}

/** Stored revisions that were read once: a revision never changes. */
export interface RequestCache {
  find(changeRequestUuid: string, revision: number): CachedRequest | undefined;
  /** Takes the place of an older revision. What does not fit any more is not kept. */
  keep(request: CachedRequest): void;
  /** Lets go of all that are not among these. */
  keepOnly(changeRequestUuids: ReadonlySet<string>): void;
}

/** What an entry weighs beside its numbers and its text. */
const ENTRY_BYTES = 800;
const REFERENCE_BYTES = 300;

/** Keeps up to `maxBytes`. Whoever finds it full goes without: dropping others for it would drop them in turn. */
export function createRequestCache(maxBytes: number): RequestCache {
  const held = new Map<string, CachedRequest>();
  let bytes = 0;

  function forget(uuid: string, request: CachedRequest): void {
    held.delete(uuid);
    bytes -= weightOf(request);
  }

  return {
    find(uuid, revision) {
      const found = held.get(uuid);
      return found?.revision === revision ? found : undefined;
    },
    keep(request) {
      const { changeRequestUuid: uuid } = request;
      const old = held.get(uuid);
      if (old) forget(uuid, old);
      const weight = weightOf(request);
      if (bytes + weight > maxBytes) return;
      held.set(uuid, request);
      bytes += weight;
    },
    keepOnly(uuids) {
      for (const [uuid, request] of held) if (!uuids.has(uuid)) forget(uuid, request);
    },
  };
}

/** Makes texts ready, each that is not. */
export function holdTexts(texts: readonly StoredText[]): CachedRequest[] {
  const packed = texts.filter((text) => "packed" in text);
  const unpacked = unpackRulesTexts(packed.map((text) => text.packed));
  return [
    ...texts.filter((text) => "words" in text).map(holdReady),
    ...packed.map((text, place) => holdPacked(text, unpacked[place] ?? [])),
  ];
}

function holdReady({ changeRequestUuid, id, projectId, revision, words, named, rulesHash }: ReadyText): CachedRequest {
  const references = named.map(({ reference }) => reference);
  return { changeRequestUuid, id, projectId, revision, rules: { words, references }, named, text: rulesHash };
}

function holdPacked(
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
