import type { ContentStore } from "../inputs/content-store.ts";
import type { LatestEvaluationStore } from "../reevaluation/latest-evaluation-store.ts";
import { wordsOfBytes } from "../reevaluation/packed-rules-bytes.ts";
import { packRulesText, type StoredText } from "./packed-text.ts";
import type { ListedRevision } from "./previewing-message.ts";
import { readPackedTexts } from "./read-packed-texts.ts";
import type { StoredRequests, Told } from "./stored-requests.ts";

/** What reading texts of stored requests needs. */
export interface ReadStoredTextsNeeds {
  readonly latestEvaluations: Pick<LatestEvaluationStore, "findRules">;
  readonly contents: Pick<ContentStore, "readPacked">;
  readonly requests: Pick<StoredRequests, "currentTexts">;
}

/** Texts that their owner is asked for together. */
const OWNERS_AT_ONCE = 100;

/**
 * The texts of these revisions, at most 1,000; of a request that was saved again meanwhile that of its newest revision, of a
 * deleted one none. What was judged is read as it was kept with the judging, else where its text is kept for later judging;
 * everything else is asked for at its owner.
 */
export async function readStoredTexts(
  { latestEvaluations, contents, requests }: ReadStoredTextsNeeds,
  revisions: readonly ListedRevision[],
  signal: AbortSignal,
): Promise<Told<readonly StoredText[]>> {
  const rules = await latestEvaluations.findRules(revisions.map(({ changeRequestUuid }) => changeRequestUuid));
  const judged = new Map(rules.map((one) => [one.changeRequestUuid, one]));
  const found: StoredText[] = [];
  const unread: (ListedRevision & { readonly projectId: string; readonly rulesHash: string })[] = [];
  const unknown: string[] = [];
  for (const { changeRequestUuid, id, revision } of revisions) {
    const judging = judged.get(changeRequestUuid);
    if (judging?.revision !== revision) {
      unknown.push(changeRequestUuid);
      continue;
    }
    const { projectId, rulesHash, attempt, packedRules } = judging;
    const words = packedRules && wordsOfBytes(packedRules, attempt);
    if (words === null) unread.push({ changeRequestUuid, id, projectId, revision, rulesHash });
    else {
      const named = judging.named.map((one) => one.named);
      found.push({ changeRequestUuid, id, projectId, revision, words, named, rulesHash });
    }
  }
  const packed = await readPackedTexts(contents, new Set(unread.map(({ rulesHash }) => rulesHash)));
  for (const one of unread) {
    const text = packed.get(one.rulesHash);
    if (text === undefined) unknown.push(one.changeRequestUuid);
    else found.push({ ...one, packed: text });
  }
  for (let start = 0; start < unknown.length; start += OWNERS_AT_ONCE) {
    const told = await requests.currentTexts(unknown.slice(start, start + OWNERS_AT_ONCE), signal);
    if (!told.ok) return told;
    for (const { changeRequestUuid, id, projectId, revision, rules } of told.value)
      found.push({ changeRequestUuid, id, projectId, revision, packed: packRulesText(rules), rulesHash: null });
  }
  return { ok: true, value: found };
}
