import { hashSecret, parseBasicCredentials } from "@network-access/access/basic-credentials";
import { withDeadline } from "@network-access/service-runtime/deadline";
import type { Group } from "../groups/group.ts";
import type { ConsumerCache } from "./consumer-cache.ts";
import { type FedGroup, fedGroupOf } from "./fed-group.ts";
import type { FeedToken, FeedTokenStore } from "./feed-token-store.ts";

interface Needs {
  readonly feedTokens: Pick<FeedTokenStore, "findWithGroup" | "noteFetch">;
  readonly cache: ConsumerCache;
  /** Called with the error when the database could not be read or written. */
  readonly failed: (error: unknown) => void;
  readonly now: () => Date;
}

/** The reason why a consumer is not admitted. */
export type ConsumerRefusal =
  | { readonly kind: "no-credentials" }
  | { readonly kind: "user-token" }
  | { readonly kind: "wrong-credentials" }
  | { readonly kind: "other-group"; readonly groupId: string; readonly consumer: string }
  | { readonly kind: "group-gone"; readonly consumer: string }
  | { readonly kind: "database-away" };

export interface AdmittedConsumer {
  readonly token: FeedToken;
  readonly group: FedGroup;
  /** True if the database could not be read, so that the token and the group are from the cache. */
  readonly fromCache: boolean;
}

const LOOKUP_DEADLINE_MS = 2_000;
const NOTED_EVERY_MS = 60_000;

/**
 * Admits a consumer to the feed of a group if the consumer has a token of this group. A caller without such a token
 * does not learn whether the group exists.
 *
 * While the database is unavailable, this process admits only consumers that it admitted within the last day. It cannot
 * check a secret that is not in its cache. So it refuses such a secret with "database-away" instead of
 * "wrong-credentials".
 */
export async function admitConsumer(
  needs: Needs,
  authorization: string | undefined,
  groupId: string,
): Promise<
  { readonly ok: true; readonly admitted: AdmittedConsumer } | { readonly ok: false; readonly refusal: ConsumerRefusal }
> {
  const shown = readCredentials(authorization);
  if (!shown.ok) return shown;
  const { secretHash, id } = shown;
  const refuse = (refusal: ConsumerRefusal) => ({ ok: false, refusal }) as const;
  const seen = (await findToken(needs, secretHash, groupId)) ?? findCached(needs.cache, secretHash);
  if (!seen) return refuse({ kind: "database-away" });
  const { token, group, fromCache } = seen;
  if (!token) needs.cache.tokens.delete(secretHash);
  if (!token || (id !== undefined && id !== token.id)) return refuse({ kind: "wrong-credentials" });
  const { consumer } = token;
  if (token.groupId !== groupId) return refuse({ kind: "other-group", groupId: token.groupId, consumer });
  if (!fromCache) noteAdmission(needs, secretHash, token, group);
  if (group === "gone") return refuse({ kind: "group-gone", consumer });
  return { ok: true, admitted: { token, group, fromCache } };
}

interface Seen {
  readonly token: FeedToken | undefined;
  readonly group: FedGroup | "gone";
  readonly fromCache: boolean;
}

/** Finds the token and its group. Returns undefined if the database can't be read. */
async function findToken(
  { feedTokens, failed }: Needs,
  secretHash: string,
  groupId: string,
): Promise<Seen | undefined> {
  try {
    // The lookup compares hashes, so a caller cannot learn from its duration how much of a guessed secret is right.
    const found = await withDeadline("finding a feed token", LOOKUP_DEADLINE_MS, () =>
      feedTokens.findWithGroup(secretHash, groupId),
    );
    return { token: found?.token, group: feedOf(found?.token, found?.group), fromCache: false };
  } catch (error) {
    failed(error);
    return undefined;
  }
}

function feedOf(token: FeedToken | undefined, group: Group | undefined): FedGroup | "gone" {
  return group && !group.deletedAt && group.uuid === token?.groupUuid ? fedGroupOf(group) : "gone";
}

function findCached({ tokens, groups }: ConsumerCache, secretHash: string): Seen | undefined {
  const token = tokens.get(secretHash);
  const group = token && groups.get(token.groupUuid);
  return group && { token, group, fromCache: true };
}

/**
 * Caches the token and its group. Stores the time of this fetch in the database if the last stored time is at least a
 * minute old.
 */
function noteAdmission(
  { cache, feedTokens, failed, now }: Needs,
  secretHash: string,
  token: FeedToken,
  group: FedGroup | "gone",
): void {
  const at = now();
  const noted = Math.max(
    token.lastFetchedAt?.getTime() ?? 0,
    cache.tokens.get(secretHash)?.lastFetchedAt?.getTime() ?? 0,
  );
  const due = at.getTime() - noted >= NOTED_EVERY_MS;
  cache.tokens.set(secretHash, { ...token, lastFetchedAt: due ? at : new Date(noted) });
  cache.groups.set(token.groupUuid, group);
  if (due) feedTokens.noteFetch(token.id, at).catch(failed);
}

/**
 * Reads a consumer's credentials from the header. The header contains HTTP Basic credentials (the token's id as user
 * name, the secret as password) or only the secret. The word "Bearer" before the secret is optional.
 */
function readCredentials(
  authorization: string | undefined,
):
  | { readonly ok: true; readonly secretHash: string; readonly id: string | undefined }
  | { readonly ok: false; readonly refusal: ConsumerRefusal } {
  const basic = parseBasicCredentials(authorization);
  if (basic) return { ok: true, secretHash: hashSecret(basic.secret), id: basic.id };
  const secret = /^(?:bearer +)?(\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
  if (secret === undefined) return { ok: false, refusal: { kind: "no-credentials" } };
  if (secret.split(".").length === 3) return { ok: false, refusal: { kind: "user-token" } };
  return { ok: true, secretHash: hashSecret(secret), id: undefined };
}
