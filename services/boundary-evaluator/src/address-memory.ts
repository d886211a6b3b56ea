import { type AddressSet, addressSetOfTexts, cidrCount } from "@network-access/traffic-sets/address-set";
import type { AddressList, AddressSource } from "./address-source.ts";

type RememberedAddresses =
  | { readonly ok: true; readonly addresses: AddressSet }
  | { readonly ok: false; readonly reason: string };

/** Address sets by content hash, so that a list is fetched once and not per evaluation. */
export interface AddressMemory {
  /** The set behind a hash; `cidrs` spares the question where they came with the answer. */
  get(hash: string, cidrs: readonly string[] | null): Promise<RememberedAddresses>;
}

/** Remembers sets of up to `maxCidrs` CIDRs together; what was not used longest goes first. */
export function createAddressMemory({ list }: Pick<AddressSource, "list">, maxCidrs: number): AddressMemory {
  const held = new Map<string, { readonly addresses: AddressSet; readonly weight: number }>();
  const fetching = new Map<string, Promise<AddressList>>();
  let weight = 0;

  function keep(hash: string, cidrs: readonly string[]): RememberedAddresses {
    try {
      const addresses = addressSetOfTexts(cidrs);
      const entry = { addresses, weight: 1 + cidrCount(addresses) };
      held.set(hash, entry);
      weight += entry.weight;
      for (const [oldest, { weight: freed }] of held) {
        if (weight <= maxCidrs || oldest === hash) break;
        held.delete(oldest);
        weight -= freed;
      }
      return { ok: true, addresses };
    } catch (error) {
      if (error instanceof RangeError) return { ok: false, reason: "the inventory gave addresses that can't be read" };
      throw error;
    }
  }

  function fetchOnce(hash: string): Promise<AddressList> {
    const fetched = list(hash).finally(() => fetching.delete(hash));
    fetching.set(hash, fetched);
    return fetched;
  }

  return {
    async get(hash, cidrs) {
      const entry = held.get(hash);
      if (entry) {
        held.delete(hash);
        held.set(hash, entry);
        return { ok: true, addresses: entry.addresses };
      }
      if (cidrs !== null) return keep(hash, cidrs);
      const others = fetching.get(hash);
      let fetched = await (others ?? fetchOnce(hash));
      // Another's question may have ended with its caller; ours did not.
      if (!fetched.ok && others) fetched = await fetchOnce(hash);
      if (!fetched.ok) return fetched;
      const meanwhile = held.get(hash);
      return meanwhile ? { ok: true, addresses: meanwhile.addresses } : keep(hash, fetched.cidrs);
    },
  };
}
