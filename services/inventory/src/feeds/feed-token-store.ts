import type { Group } from "../groups/group.ts";

/** The maximum number of feed tokens of one group. */
export const MOST_FEED_TOKENS = 100;

/** A credential with which one consumer, such as a firewall, fetches the feed of one group. */
export interface FeedToken {
  readonly id: string;
  readonly groupId: string;
  /**
   * The UUID of the token's group. If a group is created again under the same id, it has another UUID, and the token is
   * not valid for it.
   */
  readonly groupUuid: string;
  /** The name of the consumer, as given when the token was issued. */
  readonly consumer: string;
  readonly issuedAt: Date;
  readonly issuedBy: string;
  /**
   * The time of the consumer's last fetch, or null if there was none. The actual last fetch may be up to a minute
   * later. If the group is deleted, a response with status 410 counts as a fetch.
   */
  readonly lastFetchedAt: Date | null;
}

/**
 * Access to the stored feed tokens. The tokens of a deleted group stay stored, so that its consumers get status 410
 * instead of 401. Calls throw while the database is unavailable.
 */
export interface FeedTokenStore {
  /** Stores a token with the hash of its secret, never the secret. */
  insert(token: FeedToken, secretHash: string): Promise<void>;
  /**
   * Finds the token with this secret and, in the same query, the group with the id `groupId`. The token may belong to
   * another group. Returns undefined if no token has this secret.
   */
  findWithGroup(
    secretHash: string,
    groupId: string,
  ): Promise<{ readonly token: FeedToken; readonly group: Group | undefined } | undefined>;
  /**
   * Returns the tokens of these groups by the UUID of the group. The tokens of each group are sorted by the time at
   * which they were issued. A group without tokens has no entry.
   */
  listByGroup(groupUuids: readonly string[]): Promise<ReadonlyMap<string, readonly FeedToken[]>>;
  /** Returns false if there is no such token. */
  remove(id: string): Promise<boolean>;
  noteFetch(id: string, at: Date): Promise<void>;
  /**
   * Returns at most `limit` tokens that were issued before `before` and have not been used since `before`. The tokens
   * are sorted by id, and their ids are greater than `after`.
   */
  listUnused(before: Date, after: string, limit: number): Promise<readonly FeedToken[]>;
}
