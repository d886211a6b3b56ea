import type { Group } from "../groups/group.ts";

/** Maximum number of feed tokens of one group. */
export const MOST_FEED_TOKENS = 100;

/** A credential with which one consumer, such as a firewall, fetches the feed of one group. */
export interface FeedToken {
  readonly id: string;
  readonly groupId: string;
  /** A group that is created again under the same id has another UUID, and this token is not valid for its feed. */
  readonly groupUuid: string;
  /** The name of the consumer, as given at the issue. */
  readonly consumer: string;
  readonly issuedAt: Date;
  readonly issuedBy: string;
  /**
   * Up to a minute behind. For a deleted group it is the last time that the consumer got the answer that the group is
   * gone.
   */
  readonly lastFetchedAt: Date | null;
}

/**
 * Port: feed tokens. They outlive their group, so that consumers of a deleted group get 410 instead of 401. Calls throw
 * while the database is unavailable.
 */
export interface FeedTokenStore {
  /** Only the hash of the secret is stored, never the secret. */
  insert(token: FeedToken, secretHash: string): Promise<void>;
  /**
   * Finds in one query the token with this secret and the group with this id, which may not be the token's group. Gives
   * undefined if there is no such token.
   */
  findWithGroup(
    secretHash: string,
    groupId: string,
  ): Promise<{ readonly token: FeedToken; readonly group: Group | undefined } | undefined>;
  /**
   * Gives the tokens of each of these groups, in the order in which they were issued. A group without tokens has no
   * entry.
   */
  listByGroup(groupUuids: readonly string[]): Promise<ReadonlyMap<string, readonly FeedToken[]>>;
  /** False when there is none. */
  remove(id: string): Promise<boolean>;
  noteFetch(id: string, at: Date): Promise<void>;
  /**
   * Gives tokens that were issued and last used before this time. They are in the order of their ids, and begin after
   * the id `after`.
   */
  listUnused(before: Date, after: string, limit: number): Promise<readonly FeedToken[]>;
}
