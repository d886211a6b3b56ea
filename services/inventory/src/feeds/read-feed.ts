import type { AdmittedConsumer } from "./admit-consumer.ts";
import type { FeedList, FeedLists } from "./feed-lists.ts";
import { etagOf, type FeedFormat, feedFormOf } from "./render-feed.ts";

interface Needs {
  readonly lists: FeedLists;
  /** Told why addresses could not be read. */
  readonly failed: (error: unknown) => void;
}

/** How a consumer wants its list. */
export interface FeedOptions {
  readonly format: FeedFormat;
  readonly packed: boolean;
  /** Most entries it can take; null for any number. */
  readonly max: number | null;
  /** Whether it holds the list of this ETag already. */
  readonly holds: (etag: string) => boolean;
}

interface ListHead {
  readonly etag: string;
  readonly revision: number;
  /** There may be newer addresses, which can't be read or are not computed yet. */
  readonly stale: boolean;
}

export type FeedAnswer =
  | ({ readonly kind: "list"; readonly list: FeedList } & ListHead)
  | ({ readonly kind: "unchanged" } & ListHead)
  | { readonly kind: "not-ready" }
  | { readonly kind: "too-long"; readonly addressCount: number; readonly max: number }
  | { readonly kind: "record-away" };

/**
 * The list of a group for a consumer that was let in. Whoever holds it already is told so without reading an address.
 * When the addresses can't be read the list that was last written stands in; without one nobody gets an empty list.
 */
export async function readFeed(
  { lists, failed }: Needs,
  { group: { members, ...about }, recalled }: AdmittedConsumer,
  { format, packed, max, holds }: FeedOptions,
): Promise<FeedAnswer> {
  if (!members) return { kind: "not-ready" };
  const group = { ...about, members };
  const { addressCount, hash } = members;
  if (max !== null && addressCount > max) return { kind: "too-long", addressCount, max };
  const head = {
    etag: etagOf(format, feedFormOf(format, group), hash, packed),
    revision: group.revision,
    stale: recalled || !group.ready,
  };
  if (holds(head.etag)) return { kind: "unchanged", ...head };
  // While the record is away there is no point in asking it.
  const current = recalled ? undefined : await lists.current(group, format, packed).catch(failed);
  if (current) return { kind: "list", list: current, ...head };

  const last = await lists.last(group.uuid, format, packed);
  if (!last) return { kind: "record-away" };
  if (max !== null && last.addressCount > max) return { kind: "too-long", addressCount: last.addressCount, max };
  const lastHead = { etag: last.etag, revision: last.revision, stale: true };
  return holds(last.etag) ? { kind: "unchanged", ...lastHead } : { kind: "list", list: last, ...lastHead };
}
