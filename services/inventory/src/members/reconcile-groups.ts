import type { GroupStore } from "../groups/group-store.ts";

const AT_ONCE = 500;
const LEFT_ALONE_MS = 3_000;
/**
 * A process announces a change of a group's memberships, changes the memberships, and then requests a computation of
 * the group's members. If the request has not followed after this many milliseconds, the process may have crashed. The
 * announcement is then treated as the request.
 */
const ANNOUNCED_MS = 30_000;
/**
 * If no request follows an announcement, the members are computed twice. This is the minimum number of milliseconds
 * between the two computations. A membership that the announcing process wrote last may become visible only after the
 * first computation. The second computation includes it, because no process and no network delays a write for this
 * long.
 */
const LATEST_WRITE_MS = 3_600_000;

/**
 * Requests a refresh of groups that have had open work (writing memberships, computing members, or the clean-up after a
 * deletion) for at least `LEFT_ALONE_MS`, at most `AT_ONCE` groups per call. A crash, a lost job or an emptied queue
 * therefore only delays this work. An announced change of memberships is treated as a request for a computation when
 * the announcement is older than `ANNOUNCED_MS`.
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
