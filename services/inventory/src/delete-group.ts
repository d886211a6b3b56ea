import type { Failure } from "@network-access/service-runtime/failure";
import type { GroupStore } from "./group-store.ts";

interface Needs {
  readonly groups: Pick<GroupStore, "find" | "bury">;
  /** Asks for what is left of it to be cleaned. */
  readonly refresh: (groupUuids: readonly string[]) => Promise<void>;
  readonly now: () => Date;
}

/** Deletes a group: from now on it is unknown to everybody. */
export async function deleteGroup(
  needs: Needs,
  id: string,
  by: string,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: Failure }> {
  for (;;) {
    const group = await needs.groups.find(id);
    if (!group || group.deletedAt)
      return { ok: false, failure: { kind: "not-found", message: `there is no group "${id}"` } };
    const at = needs.now();
    const buried = { ...group, revision: group.revision + 1, updatedAt: at, updatedBy: by, deletedAt: at };
    if (!(await needs.groups.bury(buried, group.revision))) continue;
    await needs.refresh([group.uuid]);
    return { ok: true };
  }
}
