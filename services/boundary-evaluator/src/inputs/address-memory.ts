import { countLookups } from "@network-access/service-runtime/cache-lookups";
import { type AddressSet, addressSetOfTexts, cidrCount } from "@network-access/traffic-sets/address-set";
import type { AddressAnswer, AddressList, AddressSource } from "./address-source.ts";

/** The inventory's answer about the addresses of one group or item. */
interface Asked extends Pick<Extract<AddressAnswer, { outcome: "resolved" }>, "hash" | "cidrs"> {
  /** Null if the number is unknown. */
  readonly addressCount: number | null;
}

/** A cache of address sets by content hash. A cached list is not fetched again. */
export interface AddressMemory {
  /**
   * Returns the address set with the hash in `asked`. Fetches the list only if the set is not cached and `asked.cidrs`
   * is null.
   */
  get(asked: Asked): Promise<AddressList>;
}

/**
 * Creates a cache of address sets that have up to `maxCidrs` CIDRs in total. The least recently used set is evicted
 * first. The newest set is always cached, even if it alone has more CIDRs.
 */
export function createAddressMemory({ list }: Pick<AddressSource, "list">, maxCidrs: number): AddressMemory {
  const cached = new Map<string, { readonly addresses: AddressSet; readonly weight: number }>();
  const fetching = new Map<string, Promise<AddressList>>();
  const countLookup = countLookups("addresses");
  let weight = 0;

  function keep({ hash, addressCount }: Asked, addresses: AddressSet): AddressList {
    const entry = { addresses, weight: 1 + (addressCount ?? cidrCount(addresses)) };
    cached.set(hash, entry);
    weight += entry.weight;
    for (const [oldest, { weight: freed }] of cached) {
      if (weight <= maxCidrs || oldest === hash) break;
      cached.delete(oldest);
      weight -= freed;
    }
    return { ok: true, addresses };
  }

  function keepTexts(asked: Asked, cidrs: readonly string[]): AddressList {
    try {
      return keep(asked, addressSetOfTexts(cidrs));
    } catch (error) {
      if (error instanceof RangeError) return { ok: false, reason: "the inventory gave addresses that can't be read" };
      throw error;
    }
  }

  function fetchOnce({ hash, addressCount }: Asked): Promise<AddressList> {
    const fetched = list(hash, addressCount).finally(() => fetching.delete(hash));
    fetching.set(hash, fetched);
    return fetched;
  }

  return {
    async get(asked) {
      const { hash, cidrs } = asked;
      const entry = cached.get(hash);
      countLookup(entry !== undefined);
      if (entry) {
        cached.delete(hash);
        cached.set(hash, entry);
        return { ok: true, addresses: entry.addresses };
      }
      if (cidrs !== null) return keepTexts(asked, cidrs);
      const shared = fetching.get(hash);
      let fetched = await (shared ?? fetchOnce(asked));
      // If `shared` is set, another caller began this fetch, and the fetch fails if that caller stops waiting. A shared
      // fetch that failed is therefore repeated once for this caller.
      if (!fetched.ok && shared) fetched = await fetchOnce(asked);
      if (!fetched.ok) return fetched;
      const meanwhile = cached.get(hash);
      return meanwhile ? { ok: true, addresses: meanwhile.addresses } : keep(asked, fetched.addresses);
    },
  };
}
