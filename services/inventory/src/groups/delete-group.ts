import type { Failure } from "@network-access/service-runtime/failure";
import type { Group } from "./group.ts";
import type { GroupStore } from "./group-store.ts";

/** A program that fetches the feed of a group. */
interface Consumer {
  readonly consumer: string;
  readonly lastFetchedAt: Date | null;
}

interface Needs {
  readonly groups: Pick<GroupStore, "find" | "markDeleted">;
  readonly feedTokens: {
    /** Returns the consumers of each group by the group's UUID. A group without consumers has no entry. */
    listByGroup(groupUuids: readonly string[]): Promise<ReadonlyMap<string, readonly Consumer[]>>;
  };
  /**
   * Returns the ids of boundaries that refer to a group. If there are many, returns only some of them. Returns null if
   * the evaluator does not answer.
   */
  readonly boundariesNaming: (groupId: string) => Promise<readonly string[] | null>;
  /**
   * Requests a background job for each of these groups. If a group is deleted, its job removes the group's remaining
   * data (`purge-deleted-group.ts`).
   */
  readonly refresh: (groupUuids: readonly string[]) => Promise<void>;
  readonly now: () => Date;
}

type Deleted = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

/**
 * Deletes a group. Without `force`, the deletion is refused if a boundary refers to the group, if the evaluator does
 * not answer, or if a consumer fetched the group's feed within the last day. The feed tokens of the group are kept, so
 * that consumers get the status 410 instead of 401.
 */
export async function deleteGroup(needs: Needs, id: string, by: string, force: boolean): Promise<Deleted> {
  for (;;) {
    const group = await needs.groups.find(id);
    if (!group || group.deletedAt)
      return { ok: false, failure: { kind: "not-found", message: `there is no group "${id}"` } };
    const objection = force ? null : await objectionTo(needs, group);
    if (objection) return { ok: false, failure: objection };
    const at = needs.now();
    const deleted = { ...group, revision: group.revision + 1, updatedAt: at, updatedBy: by, deletedAt: at };
    if (!(await needs.groups.markDeleted(deleted, group.revision))) continue;
    await needs.refresh([group.uuid]);
    return { ok: true };
  }
}

const RECENT_MS = 24 * 3_600_000;

async function objectionTo({ boundariesNaming, feedTokens, now }: Needs, { id, uuid }: Group): Promise<Failure | null> {
  const byBoundary = boundaryObjection(id, await boundariesNaming(id));
  if (byBoundary) return byBoundary;
  const tokens = (await feedTokens.listByGroup([uuid])).get(uuid) ?? [];
  return consumerObjection(id, tokens, new Date(now().getTime() - RECENT_MS));
}

function consumerObjection(id: string, tokens: readonly Consumer[], since: Date): Failure | null {
  const fetched = ({ lastFetchedAt }: Consumer) => lastFetchedAt?.getTime() ?? 0;
  const recent = tokens.filter((token) => fetched(token) > since.getTime());
  const [last, ...others] = recent.sort((a, b) => fetched(b) - fetched(a));
  if (!last?.lastFetchedAt) return null;
  const more = others.length === 0 ? "" : ` (and ${others.length} more in the last day)`;
  const at = last.lastFetchedAt.toISOString();
  return {
    kind: "conflict",
    message: `"${last.consumer}" fetched the feed of group "${id}" at ${at}${more}; take the feed out there first, or set force`,
  };
}

function boundaryObjection(id: string, boundaryIds: readonly string[] | null): Failure | null {
  if (boundaryIds === null)
    return {
      kind: "unavailable",
      message: `group "${id}" was not deleted, because the boundaries can't be checked right now; try again, or set force`,
    };
  const [first, ...others] = boundaryIds;
  if (first === undefined) return null;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return {
    kind: "conflict",
    message: `group "${id}" is named by boundary "${first}"${more}; change that first, or set force`,
  };
}
