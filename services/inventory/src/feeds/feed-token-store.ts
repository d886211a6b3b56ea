import type { Group } from "../groups/group.ts";

/** The maximum number of feed tokens of one group. */
export const MOST_FEED_TOKENS = 100;

/** A credential with which one consumer, such as a firewall, fetches the feed of one group. */
export interface FeedToken {
  readonly id: string;
  readonly groupId: string;
  /**
   * The UUID of the only group for which the token is valid. A group that is created again under the same id has
   * another UUID.
   */
  readonly groupUuid: string;
  /** The name of the consumer, as given when the token was issued. */
  readonly consumer: string;
  readonly issuedAt: Date;
  readonly issuedBy: string;
  /**
   * The time at which the consumer last fetched the feed. The stored time may be up to a minute too early. For a
   * deleted group, it is the time at which the consumer last received the answer that the group is gone.
   */
  readonly lastFetchedAt: Date | null;
}

/**
 * Access to the stored feed tokens. A token outlives its group, so that consumers of a deleted group get 410 instead of
 * 401. Calls throw while the database is unavailable.
 */
export interface FeedTokenStore {
  /** Stores a token with the hash of its secret, never the secret. */
  insert(token: FeedToken, secretHash: string): Promise<void>;
  /**
   * In one query, finds the token with this secret, and the group with the id `groupId`. The token may belong to
   * another group. Returns undefined if there is no token with this secret.
   */
  findWithGroup(
    secretHash: string,
    groupId: string,
  ): Promise<{ readonly token: FeedToken; readonly group: Group | undefined } | undefined>;
  /**
   * Returns the tokens of each of these groups, in the order in which they were issued. A group without tokens has no
   * entry.
   */
  listByGroup(groupUuids: readonly string[]): Promise<ReadonlyMap<string, readonly FeedToken[]>>;
  /** Returns false if there is no such token. */
  remove(id: string): Promise<boolean>;
  noteFetch(id: string, at: Date): Promise<void>;
  /**
   * Returns tokens that were issued before `before` and were not used since `before`. The tokens are in the order of
   * their ids, and start with the first id after `after`.
   */
  listUnused(before: Date, after: string, limit: number): Promise<readonly FeedToken[]>;
}
