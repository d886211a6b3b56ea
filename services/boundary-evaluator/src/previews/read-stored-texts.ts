import type { ContentStore } from "../inputs/content-store.ts";
import type { LatestEvaluationStore } from "../reevaluation/latest-evaluation-store.ts";
import { wordsOfBytes } from "../reevaluation/packed-rules-bytes.ts";
import { packRulesText, type StoredText } from "./packed-text.ts";
import type { ListedRevision } from "./preview-protocol.ts";
import { readPackedTexts } from "./read-packed-texts.ts";
import type { Result, StoredRequests } from "./stored-requests.ts";

export interface ReadStoredTextsNeeds {
  readonly latestEvaluations: Pick<LatestEvaluationStore, "findRules">;
  readonly contents: Pick<ContentStore, "readPacked">;
  readonly requests: Pick<StoredRequests, "currentTexts">;
}

/** The maximum number of texts that one call to the change-request service reads. */
const TEXTS_AT_ONCE = 100;

/**
 * Reads the texts of at most 1,000 revisions. If a request was saved again after it was listed, the result contains the
 * text of its newest revision. If a request was deleted, the result contains no text for it.
 *
 * The rules of evaluated revisions come from the evaluator's own stores, as packed rules if these are stored, and
 * otherwise as text. All other revisions are read from the change-request service.
 */
export async function readStoredTexts(
  { latestEvaluations, contents, requests }: ReadStoredTextsNeeds,
  revisions: readonly ListedRevision[],
  signal: AbortSignal,
): Promise<Result<readonly StoredText[]>> {
  const rules = await latestEvaluations.findRules(revisions.map(({ changeRequestUuid }) => changeRequestUuid));
  const latestByUuid = new Map(rules.map((latest) => [latest.changeRequestUuid, latest]));
  const found: StoredText[] = [];
  const unread: (ListedRevision & { readonly projectId: string; readonly rulesHash: string })[] = [];
  const unknown: string[] = [];
  for (const { changeRequestUuid, id, revision } of revisions) {
    const latest = latestByUuid.get(changeRequestUuid);
    if (latest?.revision !== revision) {
      unknown.push(changeRequestUuid);
      continue;
    }
    const { projectId, rulesHash, attempt, packedRules } = latest;
    const words = packedRules && wordsOfBytes(packedRules, attempt);
    if (words === null) unread.push({ changeRequestUuid, id, projectId, revision, rulesHash });
    else {
      const named = latest.named.map((answer) => answer.named);
      found.push({ changeRequestUuid, id, projectId, revision, words, named, rulesHash });
    }
  }
  const packed = await readPackedTexts(contents, new Set(unread.map(({ rulesHash }) => rulesHash)));
  for (const revision of unread) {
    const text = packed.get(revision.rulesHash);
    if (text === undefined) unknown.push(revision.changeRequestUuid);
    else found.push({ ...revision, packed: text });
  }
  for (let start = 0; start < unknown.length; start += TEXTS_AT_ONCE) {
    const texts = await requests.currentTexts(unknown.slice(start, start + TEXTS_AT_ONCE), signal);
    if (!texts.ok) return texts;
    for (const { changeRequestUuid, id, projectId, revision, rules } of texts.value)
      found.push({ changeRequestUuid, id, projectId, revision, packed: packRulesText(rules), rulesHash: null });
  }
  return { ok: true, value: found };
}
