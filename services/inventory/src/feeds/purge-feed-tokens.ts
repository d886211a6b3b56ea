import type { GroupStore } from "../groups/group-store.ts";
import type { FeedToken, FeedTokenStore } from "./feed-token-store.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long a token is kept after its group was deleted, and after it was last shown. */
const KEPT_DAYS = 30;

interface Needs {
  readonly groups: Pick<GroupStore, "find">;
  readonly feedTokens: Pick<FeedTokenStore, "listUnused" | "remove">;
  readonly now: () => Date;
  /** Looked at in one step; 1,000 when left out. */
  readonly step?: number;
}

/**
 * Forgets tokens of groups that were deleted 30 days ago or more, unless their consumer came by since: whoever still
 * polls goes on being told that the group is gone, and not that its token is wrong.
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
    // Of a group that was created again under its id is known only that it was deleted before.
    const goneSince = group?.uuid === groupUuid ? group.deletedAt : (group?.createdAt ?? before);
    return goneSince !== null && goneSince <= before;
  });
}
