import type { GroupStore } from "./group-store.ts";

const AT_ONCE = 500;
const LEFT_ALONE_MS = 3_000;

/** Asks again for whatever a group still needs after a while: a lost job or an emptied queue costs time, never members. */
export async function sweepGroups(needs: {
  readonly groups: Pick<GroupStore, "listOpen">;
  readonly refresh: (groupUuids: readonly string[]) => Promise<void>;
  readonly now: () => Date;
}): Promise<void> {
  const until = new Date(needs.now().getTime() - LEFT_ALONE_MS);
  const open = await needs.groups.listOpen(until, AT_ONCE);
  if (open.length > 0) await needs.refresh(open);
}
