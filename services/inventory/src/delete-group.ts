import type { Failure } from "@network-access/service-runtime/failure";
import type { GroupStore } from "./group-store.ts";

interface Needs {
  readonly groups: Pick<GroupStore, "find" | "bury">;
  /** The ids of boundaries that name a group, some of them when they are many; null when nobody can say. */
  readonly boundariesNaming: (groupId: string) => Promise<readonly string[] | null>;
  /** Asks for what is left of it to be cleaned. */
  readonly refresh: (groupUuids: readonly string[]) => Promise<void>;
  readonly now: () => Date;
}

type Deleted = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

/** Deletes a group: from now on it is unknown to everybody. Refused while a boundary names it, unless forced. */
export async function deleteGroup(needs: Needs, id: string, by: string, force: boolean): Promise<Deleted> {
  for (;;) {
    const group = await needs.groups.find(id);
    if (!group || group.deletedAt)
      return { ok: false, failure: { kind: "not-found", message: `there is no group "${id}"` } };
    const objection = force ? null : objectionTo(id, await needs.boundariesNaming(id));
    if (objection) return { ok: false, failure: objection };
    const at = needs.now();
    const buried = { ...group, revision: group.revision + 1, updatedAt: at, updatedBy: by, deletedAt: at };
    if (!(await needs.groups.bury(buried, group.revision))) continue;
    await needs.refresh([group.uuid]);
    return { ok: true };
  }
}

function objectionTo(id: string, boundaryIds: readonly string[] | null): Failure | null {
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
