import type { GroupStore } from "../groups/group-store.ts";
import type { FeedToken, FeedTokenStore } from "./feed-token-store.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/**
 * A token is kept for this many days after the deletion of its group, or after its last use if the token was used
 * later.
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
 * Purges the tokens of groups that were deleted at least 30 days ago. A token that was used within the last 30 days is
 * kept, so that its consumer gets the status 410 instead of 401.
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
    // If a newer group now has this id, the deletion time of the token's group is no longer stored. The newer group was
    // created after that deletion, so its creation time is used instead.
    const goneSince = group?.uuid === groupUuid ? group.deletedAt : (group?.createdAt ?? before);
    return goneSince !== null && goneSince <= before;
  });
}
