import type { Group } from "../groups/group.ts";

/** Maximum number of feed tokens of one group. */
export const MOST_FEED_TOKENS = 100;

/** A credential with which one consumer, such as a firewall, fetches the feed of one group. */
export interface FeedToken {
  readonly id: string;
  readonly groupId: string;
  /** A group created again under the same id is another group, for whose feed this token is not valid. */
  readonly groupUuid: string;
  /** The name of the consumer, as given at the issue. */
  readonly consumer: string;
  readonly issuedAt: Date;
  readonly issuedBy: string;
  /** Up to a minute behind; for a deleted group the last time its consumer got that answer. */
  readonly lastFetchedAt: Date | null;
}

/** Port: feed tokens. They outlive their group, so that its consumers get 410 instead of 401. Calls throw while the database is unavailable. */
export interface FeedTokenStore {
  /** Only the hash of the secret is stored, never the secret. */
  insert(token: FeedToken, secretHash: string): Promise<void>;
  /** In one query: the token of this secret, and the group of this id, which may be another one than the token's. Undefined without such a token. */
  findWithGroup(
    secretHash: string,
    groupId: string,
  ): Promise<{ readonly token: FeedToken; readonly group: Group | undefined } | undefined>;
  /** The tokens of each of these groups, in the order they were issued. A group without tokens has no entry. */
  listByGroup(groupUuids: readonly string[]): Promise<ReadonlyMap<string, readonly FeedToken[]>>;
  /** False when there is none. */
  remove(id: string): Promise<boolean>;
  noteFetch(id: string, at: Date): Promise<void>;
  /** Tokens issued and last used before this time, in the order of their ids, those after `after`. */
  listUnused(before: Date, after: string, limit: number): Promise<readonly FeedToken[]>;
}
