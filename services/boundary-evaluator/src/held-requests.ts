import { type PackedRules, packRules } from "./judging/pack-rules.ts";
import { type NamedReference, namedReferences } from "./named-reference.ts";
import { type PackedText, unpackRulesTexts } from "./packed-text.ts";

/** One stored revision of a change request, ready to be judged as often as somebody asks. */
export interface HeldRequest extends Omit<PackedText, "packed"> {
  readonly rules: PackedRules;
  readonly named: readonly NamedReference[];
  /** The text of the rules, for whoever wants words. */
  readonly packed: Uint8Array;
}

/** Stored revisions that were read once: a revision never changes. */
export interface HeldRequests {
  find(changeRequestUuid: string, revision: number): HeldRequest | undefined;
  /** Takes the place of an older revision. What does not fit any more is not kept. */
  keep(request: HeldRequest): void;
  /** Lets go of all that are not among these. */
  keepOnly(changeRequestUuids: ReadonlySet<string>): void;
}

/** What an entry weighs beside its numbers and its text. */
const ENTRY_BYTES = 800;
const REFERENCE_BYTES = 300;

/** Keeps up to `maxBytes`. Whoever finds it full goes without: dropping others for it would drop them in turn. */
export function createHeldRequests(maxBytes: number): HeldRequests {
  const held = new Map<string, HeldRequest>();
  let bytes = 0;

  function forget(uuid: string, request: HeldRequest): void {
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

/** Makes texts ready, each of them. */
export function holdTexts(texts: readonly PackedText[]): HeldRequest[] {
  const unpacked = unpackRulesTexts(texts.map(({ packed }) => packed));
  return texts.map((text, place) => {
    const rules = unpacked[place] ?? [];
    return { ...text, rules: packRules(rules), named: namedReferences(rules) };
  });
}

function weightOf({ rules, packed, named }: HeldRequest): number {
  return ENTRY_BYTES + rules.words.byteLength + packed.byteLength + named.length * REFERENCE_BYTES;
}
