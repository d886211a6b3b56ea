import { type AddressSet, addressSetOfTexts, cidrCount } from "@network-access/traffic-sets/address-set";
import type { AddressAnswer, AddressList, AddressSource } from "./address-source.ts";

/** What the inventory said of the list that is asked for. */
interface Asked extends Pick<Extract<AddressAnswer, { outcome: "resolved" }>, "hash" | "cidrs"> {
  /** Null where it said nothing of this list lately. */
  readonly addressCount: number | null;
}

/** Address sets by content hash, so that a list is fetched once and not per evaluation. */
export interface AddressMemory {
  /** The set behind a hash; nobody is asked where the CIDRs came with the answer. */
  get(asked: Asked): Promise<AddressList>;
}

/** Remembers sets of up to `maxCidrs` CIDRs together; what was not used longest goes first. */
export function createAddressMemory({ list }: Pick<AddressSource, "list">, maxCidrs: number): AddressMemory {
  const held = new Map<string, { readonly addresses: AddressSet; readonly weight: number }>();
  const fetching = new Map<string, Promise<AddressList>>();
  let weight = 0;

  function keep({ hash, addressCount }: Asked, addresses: AddressSet): AddressList {
    const entry = { addresses, weight: 1 + (addressCount ?? cidrCount(addresses)) };
    held.set(hash, entry);
    weight += entry.weight;
    for (const [oldest, { weight: freed }] of held) {
      if (weight <= maxCidrs || oldest === hash) break;
      held.delete(oldest);
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
      const entry = held.get(hash);
      if (entry) {
        held.delete(hash);
        held.set(hash, entry);
        return { ok: true, addresses: entry.addresses };
      }
      if (cidrs !== null) return keepTexts(asked, cidrs);
      const others = fetching.get(hash);
      let fetched = await (others ?? fetchOnce(asked));
      // Another's question may have ended with its caller; ours did not.
      if (!fetched.ok && others) fetched = await fetchOnce(asked);
      if (!fetched.ok) return fetched;
      const meanwhile = held.get(hash);
      return meanwhile ? { ok: true, addresses: meanwhile.addresses } : keep(asked, fetched.addresses);
    },
  };
}
