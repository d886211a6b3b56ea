import type { GroupStore } from "../groups/group-store.ts";

const AT_ONCE = 500;
const LEFT_ALONE_MS = 3_000;
/**
 * A process announces that memberships of a group will change, changes them, and then requests a computation of the
 * members. If the request does not follow within this time, the announcement counts as the request. Usually the request
 * follows far earlier.
 */
const ANNOUNCED_MS = 30_000;
/**
 * After an announcement without a request, members are computed twice. The second computation is requested at least
 * this long after the first. The second computation includes memberships whose write took effect after the first
 * computation. No process and no network delays a write for as long as this time.
 */
const LATEST_WRITE_MS = 3_600_000;

/**
 * If a group still needs work after a while, requests the work again. A crash, a lost job or an emptied queue therefore
 * causes only a delay.
 */
export async function reconcileGroups(needs: {
  readonly groups: Pick<GroupStore, "listOpen" | "wantAnnounced">;
  readonly refresh: (groupUuids: readonly string[]) => void;
  readonly now: () => Date;
}): Promise<void> {
  const now = needs.now();
  const again = new Date(now.getTime() + LATEST_WRITE_MS);
  await needs.groups.wantAnnounced(new Date(now.getTime() - ANNOUNCED_MS), now, again);
  const until = new Date(now.getTime() - LEFT_ALONE_MS);
  const open = await needs.groups.listOpen(until, AT_ONCE);
  if (open.length > 0) needs.refresh(open);
}
