import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import { type PageArguments, readPageArguments } from "@network-access/service-runtime/page-arguments";
import { encodePageKey } from "@network-access/service-runtime/page-key";
import { takeMemory } from "@network-access/service-runtime/request-context";
import { z } from "zod";
import { type AddressListStore, CHUNK_SIZE } from "../addresses/address-list-store.ts";
import type { Group } from "./group.ts";

const notKept = "belongs to a list that is no longer stored; begin with the first page again";
/** An estimate of one address in memory. */
const ENTRY_BYTES = 48;
const list = { position: z.tuple([z.string(), z.int().min(0)]), defaultLimit: 1_000, maxLimit: 10_000 };

/** A page of addresses, and the key of the next page. */
export interface AddressPage {
  readonly items: readonly string[];
  readonly nextPageKey: string | null;
}

/**
 * Returns one page of the addresses of a group. All pages of an iteration are read from the same list, even if the
 * members change meanwhile. If this list is no longer stored, the page key is refused.
 */
export async function readGroupAddresses(
  { addressLists }: { readonly addressLists: Pick<AddressListStore, "readByHash"> },
  group: Group,
  given: PageArguments,
): Promise<{ readonly ok: true; readonly page: AddressPage } | { readonly ok: false; readonly failure: Failure }> {
  const kind = `group-addresses ${group.uuid}`;
  const read = readPageArguments(given, { ...list, kind });
  if (!read.ok) return read;
  const { limit } = read.page;
  const [hash, from] = read.page.after ?? [group.members?.hash, 0];
  // The memory of the entries is counted before the entries are read. If an operation selects too many groups, it is
  // refused without reading their lists.
  takeMemory(ENTRY_BYTES * Math.min(limit, group.members?.addressCount ?? limit));
  if (hash === undefined) return { ok: true, page: { items: [], nextPageKey: null } };

  const items: string[] = [];
  let place = from;
  for (;;) {
    const index = Math.floor(place / CHUNK_SIZE);
    const chunk = await addressLists.readByHash(hash, index);
    if (!chunk) return { ok: false, failure: invalidInput("nextPageKey", notKept) };
    const within = place - index * CHUNK_SIZE;
    const part = chunk.cidrs.slice(within, within + limit - items.length);
    items.push(...part);
    place += part.length;
    const ended = chunk.last && place >= index * CHUNK_SIZE + chunk.cidrs.length;
    if (ended) return { ok: true, page: { items, nextPageKey: null } };
    if (items.length >= limit) return { ok: true, page: { items, nextPageKey: encodePageKey(kind, [hash, place]) } };
  }
}
