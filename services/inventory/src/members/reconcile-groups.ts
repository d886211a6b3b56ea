import type { GroupStore } from "../groups/group-store.ts";

const AT_ONCE = 500;
const LEFT_ALONE_MS = 3_000;
/**
 * If a change is announced but the computation of members is not requested within this time, the announcement itself
 * counts as the request. A projection takes far less time between its announcement and its request.
 */
const ANNOUNCED_MS = 30_000;
/**
 * The wait before the second computation, which includes late writes. It is longer than any delay of a write by a
 * process or the network.
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
