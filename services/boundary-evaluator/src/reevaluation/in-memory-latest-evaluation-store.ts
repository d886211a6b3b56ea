import type { LatestEvaluation } from "./latest-evaluation.ts";
import type { LatestEvaluationStore } from "./latest-evaluation-store.ts";

/** A store of standing judgings without an engine, for tests. */
export function inMemoryLatestEvaluationStore(): LatestEvaluationStore {
  const held = new Map<string, LatestEvaluation>();
  const packed = new Map<string, Uint8Array | null>();
  const judgedAt = new Map<string, string>();
  const place = ({ firstJudgedAt, changeRequestUuid }: LatestEvaluation) => `${firstJudgedAt} ${changeRequestUuid}`;
  return {
    async put(judging, packedRules) {
      const existing = held.get(judging.changeRequestUuid);
      if (existing && existing.attempt >= judging.attempt) return;
      const firstJudgedAt = existing?.firstJudgedAt ?? judging.firstJudgedAt;
      held.set(judging.changeRequestUuid, { ...judging, firstJudgedAt });
      packed.set(judging.changeRequestUuid, packedRules);
      judgedAt.set(judging.changeRequestUuid, judging.firstJudgedAt);
    },
    async page(after, limit) {
      return [...held.values()]
        .filter((judging) => after === null || place(judging) > place(after))
        .sort((a, b) => (place(a) < place(b) ? -1 : 1))
        .slice(0, limit);
    },
    async namedSince(at, limit) {
      const naming = [...held.values()].filter(
        ({ changeRequestUuid, named }) => named.length > 0 && (judgedAt.get(changeRequestUuid) ?? "") > at,
      );
      return naming.length > limit ? null : naming.flatMap(({ named }) => named.map((one) => one.named));
    },
    async findRules(uuids) {
      return uuids
        .flatMap((uuid) => held.get(uuid) ?? [])
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
    async move(moves) {
      for (const { changeRequestUuid, attempt, footingHash, named } of moves) {
        const existing = held.get(changeRequestUuid);
        if (existing?.attempt === attempt)
          held.set(changeRequestUuid, { ...existing, footingHash, named: named ?? existing.named });
      }
    },
    async remove(uuids) {
      for (const uuid of uuids) held.delete(uuid);
    },
    async inputsInUse() {
      return new Set([...held.values()].map(({ footingHash }) => footingHash));
    },
  };
}
