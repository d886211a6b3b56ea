import type { Failure } from "@network-access/service-runtime/failure";
import type { Group } from "./group.ts";
import type { GroupStore } from "./group-store.ts";

/** A program that fetches the feed of a group. */
interface Consumer {
  readonly consumer: string;
  readonly lastFetchedAt: Date | null;
}

interface Needs {
  readonly groups: Pick<GroupStore, "find" | "bury">;
  readonly feedTokens: {
    /** The consumers of each of these groups; a group without consumers has no entry. */
    listByGroup(groupUuids: readonly string[]): Promise<ReadonlyMap<string, readonly Consumer[]>>;
  };
  /** The ids of boundaries that name a group, some of them when they are many; null when nobody can say. */
  readonly boundariesNaming: (groupId: string) => Promise<readonly string[] | null>;
  /** Asks for what is left of it to be cleaned. */
  readonly refresh: (groupUuids: readonly string[]) => Promise<void>;
  readonly now: () => Date;
}

type Deleted = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

/**
 * Deletes a group: from now on it is unknown to everybody. Refused while a boundary names it or a consumer has
 * fetched its feed in the last day, unless forced. Feed tokens stay, so that consumers are told that it is gone.
 */
export async function deleteGroup(needs: Needs, id: string, by: string, force: boolean): Promise<Deleted> {
  for (;;) {
    const group = await needs.groups.find(id);
    if (!group || group.deletedAt)
      return { ok: false, failure: { kind: "not-found", message: `there is no group "${id}"` } };
    const objection = force ? null : await objectionTo(needs, group);
    if (objection) return { ok: false, failure: objection };
    const at = needs.now();
    const buried = { ...group, revision: group.revision + 1, updatedAt: at, updatedBy: by, deletedAt: at };
    if (!(await needs.groups.bury(buried, group.revision))) continue;
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
      message: `nobody can say now whether a boundary names group "${id}"; nothing was deleted; try again, or set force`,
    };
  const [first, ...others] = boundaryIds;
  if (first === undefined) return null;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return {
    kind: "conflict",
    message: `group "${id}" is named by boundary "${first}"${more}; change that first, or set force`,
  };
}
