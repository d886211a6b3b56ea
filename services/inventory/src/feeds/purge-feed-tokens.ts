import type { GroupStore } from "../groups/group-store.ts";
import type { FeedToken, FeedTokenStore } from "./feed-token-store.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/**
 * A token is purged this number of days after the deletion of its group and after its own last use, whichever is later.
 */
const KEPT_DAYS = 30;

interface Needs {
  readonly groups: Pick<GroupStore, "find">;
  readonly feedTokens: Pick<FeedTokenStore, "listUnused" | "remove">;
  readonly now: () => Date;
  /** The number of tokens that are read in one step. The default is 1,000. */
  readonly step?: number;
}

/**
 * Purges tokens of groups that were deleted at least 30 days ago. A token that its consumer used within the last 30
 * days stays, so that the consumer still gets 410 instead of 401.
 */
export async function purgeFeedTokens(needs: Needs, signal: AbortSignal): Promise<void> {
  const { feedTokens, now, step = 1_000 } = needs;
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
  for (let after = ""; !signal.aborted; ) {
    const unused = await feedTokens.listUnused(before, after, step);
    for (const [groupId, tokens] of Map.groupBy(unused, (token) => token.groupId)) {
      if (signal.aborted) return;
      for (const { id } of await ofGoneGroups(needs, groupId, tokens, before)) await feedTokens.remove(id);
    }
    const last = unused.at(-1);
    if (!last || unused.length < step) return;
    after = last.id;
  }
}

async function ofGoneGroups({ groups }: Needs, groupId: string, tokens: readonly FeedToken[], before: Date) {
  const group = await groups.find(groupId);
  return tokens.filter(({ groupUuid }) => {
    // If the id belongs to a newer group, the time at which the older group was deleted is not known. The newer group
    // was created after this deletion, so its creation time is used.
    const goneSince = group?.uuid === groupUuid ? group.deletedAt : (group?.createdAt ?? before);
    return goneSince !== null && goneSince <= before;
  });
}
