import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { countLookups } from "@network-access/service-runtime/cache-lookups";
import { withDeadline } from "@network-access/service-runtime/deadline";
import { LRUCache } from "lru-cache";
import { type AddressListStore, CHUNK_SIZE } from "../addresses/address-list-store.ts";
import type { FilledGroup } from "./fed-group.ts";
import { feedEtag } from "./feed-etag.ts";
import { type FeedForm, type FeedFormat, feedFormOf } from "./render-feed.ts";

/** A group's addresses in one format, as a response body that is plain or compressed with gzip. */
export interface FeedList {
  readonly etag: string;
  readonly contentType: string;
  readonly isPacked: boolean;
  readonly revision: number;
  readonly addressCount: number;
  readonly body: Buffer;
}

/**
 * Renders the addresses of a group as a list in a given format. Caches the newest list of each group and format.
 * Concurrent requests for the same list render it only once.
 */
export interface FeedLists {
  /** Returns the current list, from the cache if possible. Throws if the addresses can't be read. */
  current(group: FilledGroup, format: FeedFormat, packed: boolean): Promise<FeedList>;
  /** Returns the cached list of a group, even if it is outdated. Returns undefined if no list is cached. */
  last(groupUuid: string, format: FeedFormat, packed: boolean): Promise<FeedList | undefined>;
}

/** A cached list. The compressed form is created when it is first requested. */
interface Kept {
  readonly plain: FeedList;
  readonly packedEtag: string;
  readonly packed: FeedList | undefined;
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);
const CHUNKS_AT_ONCE = 10;
const LONGEST_READING_MS = 10_000;

export function createFeedLists({
  addressLists,
  maxBytes,
}: {
  readonly addressLists: Pick<AddressListStore, "readPacked">;
  /** If the cached lists together exceed this size, the least recently fetched ones are evicted. */
  readonly maxBytes: number;
}): FeedLists {
  const lists = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ plain, packed }) => 1_024 + plain.body.length + (packed?.body.length ?? 0),
  });
  const inFlight = new Map<string, Promise<Kept>>();
  const countLookup = countLookups("feeds");

  /** Lets concurrent callers share one run of `make`. */
  function coalesced(name: string, make: () => Promise<Kept>): Promise<Kept> {
    const making = inFlight.get(name) ?? make().finally(() => inFlight.delete(name));
    inFlight.set(name, making);
    return making;
  }

  async function render(key: string, group: FilledGroup, format: FeedFormat, form: FeedForm): Promise<Kept> {
    const { hash, addressCount } = group.members;
    const body = await withDeadline("reading addresses", LONGEST_READING_MS, (signal) =>
      readBody(addressLists, form, group.members, signal),
    );
    const { contentType } = form;
    const etag = feedEtag(format, form, hash, false);
    const plain = { etag, contentType, isPacked: false, revision: group.revision, addressCount, body };
    const kept = { plain, packedEtag: feedEtag(format, form, hash, true), packed: undefined };
    // A slow read must not replace a newer list in the cache.
    if ((lists.get(key)?.plain.revision ?? 0) <= group.revision) lists.set(key, kept);
    return kept;
  }

  async function packKept(key: string, { plain, packedEtag }: Kept): Promise<Kept> {
    const packed = { ...plain, etag: packedEtag, isPacked: true, body: await pack(plain.body) };
    const kept = { plain, packedEtag, packed };
    if (lists.get(key)?.packedEtag === packedEtag) lists.set(key, kept);
    return kept;
  }

  async function encoded(key: string, kept: Kept, packed: boolean): Promise<FeedList> {
    if (!packed) return kept.plain;
    const both = kept.packed ? kept : await coalesced(`${key} ${kept.packedEtag}`, () => packKept(key, kept));
    return both.packed ?? both.plain;
  }

  return {
    async current(group, format, packed) {
      const key = `${group.uuid} ${format}`;
      const form = feedFormOf(format, group);
      const etag = feedEtag(format, form, group.members.hash, false);
      const found = lists.get(key);
      const isCurrent = found?.plain.etag === etag;
      countLookup(isCurrent);
      if (isCurrent) return encoded(key, found, packed);
      const rendered = await coalesced(`${key} ${etag}`, () => render(key, group, format, form));
      return encoded(key, rendered, packed);
    },
    async last(groupUuid, format, packed) {
      const key = `${groupUuid} ${format}`;
      const kept = lists.get(key);
      return kept && encoded(key, kept, packed);
    },
  };
}

/** Renders an address list as a feed. Reads a few chunks of the list at a time. */
async function readBody(
  addressLists: Pick<AddressListStore, "readPacked">,
  { open, close, separator, empty, entry }: FeedForm,
  { hash, addressCount }: FilledGroup["members"],
  signal: AbortSignal,
): Promise<Buffer> {
  if (addressCount === 0) return Buffer.from(open + empty + close);
  const count = Math.ceil(addressCount / CHUNK_SIZE);
  const parts: string[] = [];
  while (parts.length < count) {
    signal.throwIfAborted();
    const chunks = await addressLists.readPacked(hash, parts.length, Math.min(CHUNKS_AT_ONCE, count - parts.length));
    if (!chunks?.length) throw new Error(`chunk ${parts.length} of ${count} of the list ${hash} is missing`);
    for (const chunk of chunks) {
      const cidrs = (await unpack(chunk)).toString().split("\n");
      parts.push(cidrs.map(entry).join(separator));
    }
  }
  return Buffer.from(open + parts.join(separator) + close);
}
