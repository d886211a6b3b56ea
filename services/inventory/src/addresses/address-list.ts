import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type AddressSet, addressSetOfTexts, cidrPages, toCidrs } from "@network-access/traffic-sets/address-set";
import { type AddressListStore, CHUNK_SIZE } from "./address-list-store.ts";
import { createAddressCollector } from "./collect-addresses.ts";

/** A set of addresses in its serialized form. */
export interface AddressList {
  /** The fewest CIDRs that make up the set. They are canonical, have a prefix and ascend, IPv4 first. */
  readonly cidrs: readonly string[];
  /** Lower-case hex SHA-256 over the CIDRs, one on each line. Equal sets have equal hashes. */
  readonly hash: string;
}

/**
 * Makes a list from parsed addresses or CIDRs, which may be in any order and may repeat. The function is meant for
 * short lists, such as those of items.
 */
export function addressListOf(texts: Iterable<string>): AddressList {
  const cidrs = toCidrs(addressSetOfTexts(texts));
  return { cidrs, hash: createHash("sha256").update(cidrs.join("\n")).digest("hex") };
}

/**
 * Computes the same hash for a list of any length. The function works page by page, so it does not block the event
 * loop.
 */
export async function digestOf(set: AddressSet): Promise<{ readonly hash: string; readonly addressCount: number }> {
  const hash = createHash("sha256");
  let addressCount = 0;
  for (const page of cidrPages(set, CHUNK_SIZE)) {
    if (addressCount > 0) {
      hash.update("\n");
      await setImmediate();
    }
    hash.update(page.join("\n"));
    addressCount += page.length;
  }
  return { hash: hash.digest("hex"), addressCount };
}

/** The pages of a stored list. Throws ListNotKept. */
async function* pagesOf(
  addressLists: Pick<AddressListStore, "readByHash">,
  hash: string,
): AsyncGenerator<readonly string[]> {
  for (let chunk = 0; ; chunk += 1) {
    const page = await addressLists.readByHash(hash, chunk);
    if (!page) throw new ListNotKept(hash);
    yield page.cidrs;
    if (page.last) return;
  }
}

/** The set of a stored list. Throws ListNotKept. */
export async function readAddresses(
  addressLists: Pick<AddressListStore, "readByHash">,
  hash: string,
): Promise<AddressSet> {
  const collector = createAddressCollector();
  for await (const page of pagesOf(addressLists, hash)) for (const cidr of page) collector.add(cidr);
  return collector.collected();
}

/** A list was deleted, before or during the read. */
export class ListNotKept extends Error {
  constructor(hash: string) {
    super(`the list of addresses ${hash} is not kept`);
    this.name = "ListNotKept";
  }
}
