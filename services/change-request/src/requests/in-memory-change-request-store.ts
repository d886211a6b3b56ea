import type { ChangeRequest } from "./change-request.ts";
import type { ChangeRequestStore } from "./change-request-store.ts";
import type { EvaluationStatus } from "./evaluation-progress.ts";

interface Deleted {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
  readonly deletedAt: string;
}

/** Creates a change-request store in memory, for tests. */
export function inMemoryChangeRequestStore(): ChangeRequestStore {
  const kept = new Map<string, ChangeRequest | Deleted>();

  const requests = () => [...kept.values()].filter((entry): entry is ChangeRequest => "createdAt" in entry);
  const byUuid = (uuid: string) => requests().find((request) => request.uuid === uuid);
  function current(id: string): ChangeRequest | undefined {
    const found = kept.get(id);
    return found && "createdAt" in found ? found : undefined;
  }

  return {
    async get(id) {
      return current(id);
    },
    async getByUuid(uuid) {
      return byUuid(uuid);
    },
    async occupant(id) {
      const found = kept.get(id);
      if (!found) return undefined;
      return { uuid: found.uuid, revision: found.revision, projectId: "projectId" in found ? found.projectId : null };
    },
    async getMany(uuids, maxBytes) {
      const items: ChangeRequest[] = [];
      let bytes = 0;
      for (const request of requests().filter(({ uuid }) => uuids.includes(uuid))) {
        bytes += Buffer.byteLength(JSON.stringify(request));
        if (items.length > 0 && bytes > maxBytes) return { items, more: true };
        items.push(request);
      }
      return { items, more: false };
    },
    async newestRevisions(afterId, limit) {
      const next = [...kept.values()]
        .filter(({ id }) => afterId === null || orderOfIds(afterId, id) < 0)
        .sort((a, b) => orderOfIds(a.id, b.id))
        .slice(0, limit);
      const revisions = next.flatMap((entry) =>
        "createdAt" in entry ? [{ id: entry.id, uuid: entry.uuid, revision: entry.revision }] : [],
      );
      return { revisions, last: next.length === limit ? (next.at(-1)?.id ?? null) : null };
    },
    async page({ after, limit, maxBytes }) {
      const rest = requests()
        .filter((request) => !after || newestFirst(after, request) < 0)
        .sort(newestFirst);
      const items: ChangeRequest[] = [];
      let bytes = 0;
      for (const request of rest) {
        bytes += Buffer.byteLength(JSON.stringify(request));
        if (items.length === limit || (items.length > 0 && bytes > maxBytes)) return { items, more: true };
        items.push(request);
      }
      return { items, more: false };
    },
    async create(request, over) {
      const found = kept.get(request.id);
      const free = over ? found !== undefined && "deletedAt" in found && found.uuid === over.uuid : found === undefined;
      if (free) kept.set(request.id, request);
      return free;
    },
    async revise({ id, uuid, revision }, { evaluation, ...members }) {
      const found = current(id);
      if (found?.uuid !== uuid || (revision !== undefined && found.revision !== revision)) return undefined;
      const revised: ChangeRequest = {
        ...found,
        ...members,
        revision: found.revision + 1,
        verdict: null,
        evaluation: { ...found.evaluation, ...evaluation, wanted: found.evaluation.wanted + 1 },
      };
      kept.set(id, revised);
      return revised;
    },
    async remove(id, deletedAt) {
      const found = current(id);
      if (found) kept.set(id, { id, uuid: found.uuid, revision: found.revision, deletedAt });
      return found !== undefined;
    },
    async shownStates(ids) {
      return ids.flatMap((id) => {
        const found = current(id);
        if (!found) return [];
        const { uuid, revision, updatedAt, verdict } = found;
        return [{ id, uuid, revision, updatedAt, verdict }];
      });
    },
    async evaluationStatus(uuid) {
      const found = byUuid(uuid);
      return found && toEvaluationStatus(found);
    },
    async due(now, limit) {
      const nextSendAt = ({ evaluation }: EvaluationStatus) => evaluation.nextSendAt ?? "";
      return requests()
        .map(toEvaluationStatus)
        .filter((status) => nextSendAt(status) > "" && nextSendAt(status) <= now)
        .sort((a, b) => (nextSendAt(a) < nextSendAt(b) ? -1 : 1))
        .slice(0, limit);
    },
    async updateEvaluation(before, after) {
      const found = byUuid(before.uuid);
      const same =
        found?.revision === before.revision &&
        (["wanted", "done", "sendings"] as const).every(
          (member) => found.evaluation[member] === before.evaluation[member],
        );
      if (found && same) kept.set(found.id, { ...found, verdict: after.verdict, evaluation: after.evaluation });
      return same;
    },
    async purgeDeleted(before, limit) {
      const old = [...kept.values()]
        .filter((entry) => "deletedAt" in entry && entry.deletedAt < before)
        .slice(0, limit);
      for (const { id } of old) kept.delete(id);
      return old.length;
    },
  };
}

type Place = Pick<ChangeRequest, "createdAt" | "id">;

function newestFirst(a: Place, b: Place): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return orderOfIds(b.id, a.id);
}

/** Compares ids in UTF-8 order, as the database does. JavaScript compares strings in UTF-16 order, which differs. */
function orderOfIds(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function toEvaluationStatus({ id, uuid, revision, verdict, evaluation }: ChangeRequest): EvaluationStatus {
  return { id, uuid, revision, verdict, evaluation };
}
