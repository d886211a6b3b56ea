import type { Group } from "../groups/group.ts";

/** Maximum number of feed tokens of one group. */
export const MOST_FEED_TOKENS = 100;

/** A credential with which one consumer, such as a firewall, fetches the feed of one group. */
export interface FeedToken {
  readonly id: string;
  readonly groupId: string;
  /**
   * The token is valid only for the group with this UUID. A group that is created again under the same id has another
   * UUID.
   */
  readonly groupUuid: string;
  /** The name of the consumer, as given at the issue. */
  readonly consumer: string;
  readonly issuedAt: Date;
  readonly issuedBy: string;
  /**
   * When the consumer last fetched the feed, up to a minute behind. If the group is deleted, this is when the consumer
   * last got the answer that the group is gone.
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
   * Finds in one query the token with this secret and the group with this id. The token may belong to another group.
   * Gives undefined if there is no token with this secret.
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
   * Gives tokens that were issued before this time and not used since. They are in the order of their ids, beginning
   * with the first id after `after`.
   */
  listUnused(before: Date, after: string, limit: number): Promise<readonly FeedToken[]>;
}
