import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { Answered, Boundaries, CallFailure, Flip, StoredBoundary } from "../src/boundaries.ts";

/** An in-memory service for boundaries. It has revisions, deletions and conflicts like the real service. */
export interface InMemoryBoundaries extends Boundaries {
  readonly heads: ReadonlyMap<string, StoredBoundary>;
  /** Saves a boundary as another writer would. */
  put(text: BoundaryText): void;
  drop(id: string): void;
  /** All completed writes, such as "save a" and "remove b". */
  readonly log: readonly string[];
}

export interface InMemoryOptions {
  readonly pageSize?: number;
  /** Returns the failure to inject into a call, or undefined. With `after`, the call is performed before it fails. */
  readonly fault?: (call: string, count: number) => { failure: CallFailure; after?: boolean } | undefined;
  readonly flips?: (text: BoundaryText, remove: boolean) => { flips: readonly Flip[]; unchangedCount: number };
}

export function inMemoryBoundaries(
  texts: readonly BoundaryText[] = [],
  { pageSize = 3, fault, flips }: InMemoryOptions = {},
): InMemoryBoundaries {
  const heads = new Map<string, StoredBoundary>();
  const lastRevisions = new Map<string, number>();
  const log: string[] = [];
  let calls = 0;
  const put = (text: BoundaryText) => {
    const revision = (lastRevisions.get(text.id) ?? 0) + 1;
    lastRevisions.set(text.id, revision);
    heads.set(text.id, { text, revision, updatedAt: "2026-11-21T05:00:00.000Z", updatedBy: "ada@example.com" });
    return revision;
  };
  for (const text of texts) put(text);

  async function call<Answer>(name: string, work: () => Answered<Answer>): Promise<Answered<Answer>> {
    calls += 1;
    const broken = fault?.(name, calls);
    if (broken && !broken.after) return { ok: false, failure: broken.failure };
    const answered = work();
    return broken ? { ok: false, failure: broken.failure } : answered;
  }
  const refused = (code: string, message: string): Answered<never> => ({
    ok: false,
    failure: { kind: "refused", code, message, fields: [] },
  });

  return {
    heads,
    log,
    put,
    drop: (id) => heads.delete(id),
    list: (nextPageKey) =>
      call("list", () => {
        const ids = [...heads.keys()].sort().filter((id) => nextPageKey === null || id > nextPageKey);
        const items = ids.slice(0, pageSize).flatMap((id) => heads.get(id) ?? []);
        const more = ids.length > pageSize;
        return { ok: true, answer: { items, nextPageKey: more ? (items.at(-1)?.text.id ?? null) : null } };
      }),
    find: (id) => call(`find ${id}`, () => ({ ok: true, answer: heads.get(id) ?? null })),
    save: (text, expectedRevision) =>
      call(`save ${text.id}`, (): Answered<{ revision: number }> => {
        const now = heads.get(text.id)?.revision ?? 0;
        if (now !== expectedRevision)
          return refused("CONFLICT", `the boundary "${text.id}" is in revision ${now}, not ${expectedRevision}`);
        log.push(`save ${text.id}`);
        return { ok: true, answer: { revision: put(text) } };
      }),
    remove: (id) =>
      call(`remove ${id}`, (): Answered<{ id: string }> => {
        if (!heads.delete(id)) return refused("NOT_FOUND", `there is no boundary "${id}"`);
        log.push(`remove ${id}`);
        return { ok: true, answer: { id } };
      }),
    preview: (text, remove, nextPageKey) =>
      call(`preview ${text.id}`, () => {
        const { flips: all, unchangedCount } = flips?.(text, remove) ?? { flips: [], unchangedCount: 0 };
        const from = Number(nextPageKey ?? 0);
        const page = all.slice(from, from + pageSize);
        const next = from + pageSize < all.length ? String(from + pageSize) : null;
        return { ok: true, answer: { flips: page, flippedCount: all.length, unchangedCount, nextPageKey: next } };
      }),
  };
}
