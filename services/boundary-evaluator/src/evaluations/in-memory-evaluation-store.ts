import { evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import { type EvaluationDetails, type EvaluationRecord, hasFollowUps } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";

/** An evaluation store in memory, for tests. */
export function inMemoryEvaluationStore(): EvaluationStore {
  const stored = new Map<string, { record: EvaluationRecord; details: EvaluationDetails; finished: boolean }>();
  return {
    async insert(record, details) {
      const key = evaluationIdText(record);
      if (stored.has(key)) return false;
      stored.set(key, { record, details, finished: !hasFollowUps(record) });
      return true;
    },
    async find(id) {
      return stored.get(evaluationIdText(id))?.record ?? null;
    },
    async findMany(ids) {
      return ids.flatMap((id) => stored.get(evaluationIdText(id))?.record ?? []);
    },
    async findNewest(changeRequestId, revision) {
      const found = [...stored.values()]
        .map(({ record }) => record)
        .filter((record) => record.changeRequestId === changeRequestId && record.revision === revision)
        .sort((a, b) => b.attempt - a.attempt);
      return found[0] ?? null;
    },
    async findSettledBefore({ changeRequestUuid, revision, attempt }) {
      const found = [...stored.values()]
        .map(({ record }) => record)
        .filter((record) => record.changeRequestUuid === changeRequestUuid && record.revision === revision)
        .filter((record) => record.attempt < attempt && !record.retry)
        .sort((a, b) => b.attempt - a.attempt);
      return found[0] ?? null;
    },
    async details(id) {
      const found = stored.get(evaluationIdText(id));
      if (!found) throw new Error("the long part of a record is not stored");
      return found.details;
    },
    async markFinished(id) {
      const found = stored.get(evaluationIdText(id));
      if (found) found.finished = true;
    },
    async findUnfinished(evaluatedBefore, after, limit) {
      const placeOf = (record: Parameters<typeof evaluationIdText>[0] & Pick<EvaluationRecord, "evaluatedAt">) =>
        `${record.evaluatedAt} ${evaluationIdText(record)}`;
      return [...stored.values()]
        .filter(({ record, finished }) => !finished && record.evaluatedAt < evaluatedBefore)
        .map(({ record }) => record)
        .filter((record) => after === null || placeOf(record) > placeOf(after))
        .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
        .slice(0, limit);
    },
  };
}
