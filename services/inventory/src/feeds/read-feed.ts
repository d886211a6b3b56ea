import type { AdmittedConsumer } from "./admit-consumer.ts";
import { feedEtag } from "./feed-etag.ts";
import type { FeedList, FeedLists } from "./feed-lists.ts";
import { type FeedFormat, feedFormOf } from "./render-feed.ts";

interface Needs {
  readonly lists: FeedLists;
  /** Called with the error when addresses could not be read. */
  readonly failed: (error: unknown) => void;
}

/** The parameters of a request for a feed. */
export interface FeedOptions {
  readonly format: FeedFormat;
  readonly packed: boolean;
  /** The maximum number of entries. Null allows any number. */
  readonly max: number | null;
  /** Returns whether the consumer already has the list with this ETag. */
  readonly holds: (etag: string) => boolean;
}

interface ListHead {
  readonly etag: string;
  readonly revision: number;
  /** True if there may be newer addresses that can't be read or are not computed yet. */
  readonly stale: boolean;
}

export type FeedAnswer =
  | ({ readonly kind: "list"; readonly list: FeedList } & ListHead)
  | ({ readonly kind: "unchanged" } & ListHead)
  | { readonly kind: "not-ready" }
  | { readonly kind: "too-long"; readonly addressCount: number; readonly max: number }
  | { readonly kind: "database-away" };

/**
 * Returns the list of a group for an admitted consumer. If the consumer already has the current list, returns
 * "unchanged" and reads no addresses. If the addresses can't be read, uses the list that was rendered last. A failure
 * never results in an empty list.
 */
export async function readFeed(
  { lists, failed }: Needs,
  { group: { members, ...about }, fromCache }: AdmittedConsumer,
  { format, packed, max, holds }: FeedOptions,
): Promise<FeedAnswer> {
  if (!members) return { kind: "not-ready" };
  const group = { ...about, members };
  const { addressCount, hash } = members;
  if (max !== null && addressCount > max) return { kind: "too-long", addressCount, max };
  const head = {
    etag: feedEtag(format, feedFormOf(format, group), hash, packed),
    revision: group.revision,
    stale: fromCache || !group.ready,
  };
  if (holds(head.etag)) return { kind: "unchanged", ...head };
  // A consumer is admitted from the cache only while the database is unavailable. In this case, the addresses are not
  // read from the database, and the list that was rendered last is used.
  const current = fromCache ? undefined : await lists.current(group, format, packed).catch(failed);
  if (current) return { kind: "list", list: current, ...head };

  const last = await lists.last(group.uuid, format, packed);
  if (!last) return { kind: "database-away" };
  if (max !== null && last.addressCount > max) return { kind: "too-long", addressCount: last.addressCount, max };
  const lastHead = { etag: last.etag, revision: last.revision, stale: true };
  return holds(last.etag) ? { kind: "unchanged", ...lastHead } : { kind: "list", list: last, ...lastHead };
}
