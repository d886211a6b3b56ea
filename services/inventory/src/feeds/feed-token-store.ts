import type { Group } from "../groups/group.ts";

/** Most feed tokens of one group. */
export const MOST_FEED_TOKENS = 100;

/** What lets one consumer, such as a firewall, fetch the feed of one group. */
export interface FeedToken {
  readonly id: string;
  readonly groupId: string;
  /** A group created again under the same id is another group, whose feed this token does not open. */
  readonly groupUuid: string;
  /** Who fetches, in the words of whoever issued it. */
  readonly consumer: string;
  readonly issuedAt: Date;
  readonly issuedBy: string;
  /** Up to a minute behind; of a deleted group, when its consumer was last told so. */
  readonly lastFetchedAt: Date | null;
}

/** Port: feed tokens. They outlive their group, so that its consumers are told that it is gone. Calls throw while the record engine is away. */
export interface FeedTokenStore {
  /** Only the hash of the secret is stored, never the secret. */
  insert(token: FeedToken, secretHash: string): Promise<void>;
  /** In one look: the token of this secret, and the group of this id, whether or not it is the token's. Undefined without such a token. */
  findWithGroup(
    secretHash: string,
    groupId: string,
  ): Promise<{ readonly token: FeedToken; readonly group: Group | undefined } | undefined>;
  /** Of each of these groups, in the order they were issued. A group without tokens has no entry. */
  listByGroup(groupUuids: readonly string[]): Promise<ReadonlyMap<string, readonly FeedToken[]>>;
  /** False when there is none. */
  remove(id: string): Promise<boolean>;
  noteFetch(id: string, at: Date): Promise<void>;
  /** Issued and last shown before this time, in the order of their ids, those after `after`. */
  listUnused(before: Date, after: string, limit: number): Promise<readonly FeedToken[]>;
}
