import type { LatestEvaluation } from "./latest-evaluation.ts";
import type { LatestEvaluationStore } from "./latest-evaluation-store.ts";

/** A store of latest evaluations in memory, for tests. */
export function inMemoryLatestEvaluationStore(): LatestEvaluationStore {
  const stored = new Map<string, LatestEvaluation>();
  const packed = new Map<string, Uint8Array | null>();
  const putAt = new Map<string, string>();
  const place = ({ firstJudgedAt, changeRequestUuid }: LatestEvaluation) => `${firstJudgedAt} ${changeRequestUuid}`;
  return {
    async put(latest, packedRules) {
      const existing = stored.get(latest.changeRequestUuid);
      if (existing && existing.attempt >= latest.attempt) return;
      const firstJudgedAt = existing?.firstJudgedAt ?? latest.firstJudgedAt;
      stored.set(latest.changeRequestUuid, { ...latest, firstJudgedAt });
      packed.set(latest.changeRequestUuid, packedRules);
      putAt.set(latest.changeRequestUuid, latest.firstJudgedAt);
    },
    async page(after, limit) {
      return [...stored.values()]
        .filter((latest) => after === null || place(latest) > place(after))
        .sort((a, b) => (place(a) < place(b) ? -1 : 1))
        .slice(0, limit);
    },
    async namedSince(at, limit) {
      const naming = [...stored.values()].filter(
        ({ changeRequestUuid, named }) => named.length > 0 && (putAt.get(changeRequestUuid) ?? "") > at,
      );
      return naming.length > limit ? null : naming.flatMap(({ named }) => named.map((answer) => answer.named));
    },
    async findRules(uuids) {
      return uuids
        .flatMap((uuid) => stored.get(uuid) ?? [])
        .map(({ changeRequestUuid, projectId, revision, attempt, rulesHash, named }) => ({
          changeRequestUuid,
          projectId,
          revision,
          attempt,
          rulesHash,
          named,
          packedRules: packed.get(changeRequestUuid) ?? null,
        }));
    },
    async updateValidInputs(updates) {
      for (const { changeRequestUuid, attempt, validInputsHash, named } of updates) {
        const existing = stored.get(changeRequestUuid);
        if (existing?.attempt === attempt)
          stored.set(changeRequestUuid, { ...existing, validInputsHash, named: named ?? existing.named });
      }
    },
    async remove(uuids) {
      for (const uuid of uuids) stored.delete(uuid);
    },
    async inputsInUse() {
      return new Set([...stored.values()].map(({ validInputsHash }) => validInputsHash));
    },
  };
}
