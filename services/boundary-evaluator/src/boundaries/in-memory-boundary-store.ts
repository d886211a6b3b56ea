import { groupsNamedBy } from "../judging/model/named-reference.ts";
import { orderIds } from "../judging/model/order-ids.ts";
import type { Boundary } from "./boundary.ts";
import { type BoundaryHead, type BoundaryStore, revisionOf } from "./boundary-store.ts";

/** A boundary store in memory, for tests. */
export function inMemoryBoundaryStore(): BoundaryStore {
  const heads = new Map<string, BoundaryHead>();
  const old = new Map<string, Boundary>();
  const key = (id: string, revision: number) => `${revision}:${id}`;
  const current = () =>
    [...heads.values()]
      .flatMap((head) => (head.kind === "boundary" ? [head.boundary] : []))
      .sort((a, b) => orderIds(a.id, b.id));

  return {
    async head(id) {
      return heads.get(id) ?? null;
    },
    async replace(next, previous) {
      const id = next.kind === "boundary" ? next.boundary.id : next.tombstone.id;
      if (previous?.kind === "boundary") old.set(key(id, previous.boundary.revision), previous.boundary);
      const existing = heads.get(id) ?? null;
      if (existing?.kind !== previous?.kind || revisionOf(existing) !== revisionOf(previous)) return false;
      heads.set(id, next);
      return true;
    },
    async find(id, revision) {
      const head = heads.get(id);
      if (head?.kind === "boundary" && (revision === null || revision === head.boundary.revision)) return head.boundary;
      return revision === null ? null : (old.get(key(id, revision)) ?? null);
    },
    async list(afterId, limit, maxBytes) {
      const rest = current().filter(({ id }) => afterId === null || orderIds(id, afterId) > 0);
      const items: Boundary[] = [];
      let bytes = 0;
      for (const boundary of rest) {
        if (items.length === limit || bytes > maxBytes) break;
        bytes += JSON.stringify(boundary).length;
        items.push(boundary);
      }
      return { items, more: items.length < rest.length };
    },
    async findHeads(ids) {
      return current().filter(({ id }) => ids.includes(id));
    },
    async idsNamingGroup(groupId, limit) {
      const naming = current().filter((boundary) => groupsNamedBy(boundary).includes(groupId));
      return naming.slice(0, limit).map(({ id }) => id);
    },
    async *headVersions() {
      for (const [id, head] of heads) {
        const { uuid } = head.kind === "boundary" ? head.boundary : head.tombstone;
        yield { id, uuid, revision: revisionOf(head), enforced: head.kind === "boundary" && head.boundary.enforced };
      }
    },
  };
}
