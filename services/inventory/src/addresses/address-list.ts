import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type AddressSet, addressSetOfTexts, cidrPages, toCidrs } from "@network-access/traffic-sets/address-set";
import { type AddressListStore, CHUNK_SIZE } from "./address-list-store.ts";
import { createAddressCollector } from "./collect-addresses.ts";

/** A set of addresses in its serialized form. */
export interface AddressList {
  /**
   * The shortest list of CIDRs that together are the set. The CIDRs are in canonical form, always have a prefix length,
   * and are in ascending order, with IPv4 before IPv6.
   */
  readonly cidrs: readonly string[];
  /** The SHA-256 hash of a text with one CIDR on each line, as lower-case hex. Equal sets have equal hashes. */
  readonly hash: string;
}

/**
 * Returns the list of the addresses in `texts`, which must be valid addresses or CIDRs. They may be in any order and
 * may be repeated. The function is meant for short lists, such as the addresses of one item.
 */
export function addressListOf(texts: Iterable<string>): AddressList {
  const cidrs = toCidrs(addressSetOfTexts(texts));
  return { cidrs, hash: createHash("sha256").update(cidrs.join("\n")).digest("hex") };
}

/**
 * Returns the number of CIDRs that make up an address set, and the hash of their list. The set may have any size. The
 * CIDRs are processed page by page, and the event loop can handle other events between two pages.
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

/** Yields the pages of a stored list. Throws ListNotKept. */
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

/** Returns the set of a stored list. Throws ListNotKept. */
export async function readAddresses(
  addressLists: Pick<AddressListStore, "readByHash">,
  hash: string,
): Promise<AddressSet> {
  const collector = createAddressCollector();
  for await (const page of pagesOf(addressLists, hash)) for (const cidr of page) collector.add(cidr);
  return collector.collected();
}

/** Thrown when a list was deleted before it was read completely. */
export class ListNotKept extends Error {
  constructor(hash: string) {
    super(`the list of addresses ${hash} is not kept`);
    this.name = "ListNotKept";
  }
}
