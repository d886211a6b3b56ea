import { hashSecret } from "@network-access/access/basic-credentials";
import { fieldErrors } from "@network-access/firewall-rules/field-error";
import { checkName } from "@network-access/firewall-rules/text";
import type { Failure } from "@network-access/service-runtime/failure";
import type { GroupStore } from "../groups/group-store.ts";
import { type FeedToken, type FeedTokenStore, MOST_FEED_TOKENS } from "./feed-token-store.ts";

interface Needs {
  readonly groups: Pick<GroupStore, "find">;
  readonly feedTokens: Pick<FeedTokenStore, "listByGroup" | "insert">;
  readonly newSecret: () => string;
  readonly newUuid: () => string;
  readonly now: () => Date;
}

/**
 * Issues a token for the feed of one group. Returns its secret, which can't be read later, because only its hash is
 * stored.
 */
export async function issueFeedToken(
  needs: Needs,
  { groupId, consumer }: { readonly groupId: string; readonly consumer: string },
  by: string,
): Promise<
  | { readonly ok: true; readonly token: FeedToken; readonly secret: string }
  | { readonly ok: false; readonly failure: Failure }
> {
  const errors = fieldErrors();
  checkName(errors, "consumer", consumer);
  if (!errors.empty) return { ok: false, failure: { kind: "invalid-input", fields: errors.all() } };
  const group = await needs.groups.find(groupId);
  if (!group || group.deletedAt)
    return { ok: false, failure: { kind: "not-found", message: `there is no group "${groupId}"` } };
  const issued = (await needs.feedTokens.listByGroup([group.uuid])).get(group.uuid) ?? [];
  if (issued.length >= MOST_FEED_TOKENS) {
    const message = `group "${groupId}" has ${issued.length} feed tokens already; revoke an unused one first`;
    return { ok: false, failure: { kind: "conflict", message } };
  }
  const about = { groupId, groupUuid: group.uuid, consumer };
  const token = { id: needs.newUuid(), ...about, issuedAt: needs.now(), issuedBy: by, lastFetchedAt: null };
  const secret = needs.newSecret();
  await needs.feedTokens.insert(token, hashSecret(secret));
  return { ok: true, token, secret };
}
