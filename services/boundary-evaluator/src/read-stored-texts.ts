import { type ContentStore, contentKey } from "./content-store.ts";
import { type PackedText, packRulesText } from "./packed-text.ts";
import type { ListedRevision } from "./previewing-message.ts";
import type { StandingStore } from "./standing-store.ts";
import type { StoredRequests, Told } from "./stored-requests.ts";

/** What reading texts of stored requests needs. */
export interface ReadStoredTextsNeeds {
  readonly standing: Pick<StandingStore, "findRules">;
  readonly contents: Pick<ContentStore, "readPacked">;
  readonly requests: Pick<StoredRequests, "currentTexts">;
}

/** Texts that their owner is asked for together. */
const OWNERS_AT_ONCE = 100;

/**
 * The texts of these revisions, at most 250; of a request that was saved again meanwhile that of its newest revision, of a
 * deleted one none. What was judged is read where it is kept for later judging, everything else is asked for at its owner.
 */
export async function readStoredTexts(
  { standing, contents, requests }: ReadStoredTextsNeeds,
  revisions: readonly ListedRevision[],
  signal: AbortSignal,
): Promise<Told<readonly PackedText[]>> {
  const judged = new Map(
    (await standing.findRules(revisions.map(({ changeRequestUuid }) => changeRequestUuid))).map((judging) => [
      judging.changeRequestUuid,
      judging,
    ]),
  );
  const hashOf = ({ changeRequestUuid, revision }: ListedRevision): string | undefined => {
    const judging = judged.get(changeRequestUuid);
    return judging?.revision === revision ? judging.rulesHash : undefined;
  };
  const hashes = new Set(revisions.flatMap((one) => hashOf(one) ?? []));
  const packed = await contents.readPacked([...hashes].map(contentKey.rules));
  const found: PackedText[] = [];
  const unknown: string[] = [];
  for (const one of revisions) {
    const hash = hashOf(one);
    const rules = hash === undefined ? undefined : packed.get(contentKey.rules(hash));
    const projectId = judged.get(one.changeRequestUuid)?.projectId;
    if (rules === undefined || projectId === undefined) unknown.push(one.changeRequestUuid);
    // What crosses to a thread, or is kept, takes the whole memory along that it is a part of.
    else found.push({ ...one, projectId, packed: new Uint8Array(rules) });
  }
  if (unknown.length === 0) return { ok: true, value: found };
  for (let start = 0; start < unknown.length; start += OWNERS_AT_ONCE) {
    const told = await requests.currentTexts(unknown.slice(start, start + OWNERS_AT_ONCE), signal);
    if (!told.ok) return told;
    for (const { changeRequestUuid, id, projectId, revision, rules } of told.value)
      found.push({ changeRequestUuid, id, projectId, revision, packed: packRulesText(rules) });
  }
  return { ok: true, value: found };
}
