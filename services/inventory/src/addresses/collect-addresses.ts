import { type AddressSet, addressSetOfTexts, union, unionAll } from "@network-access/traffic-sets/address-set";

/** The collector converts this many texts to a set at a time. Each conversion takes a few milliseconds. */
const TEXTS_AT_ONCE = 20_000;

/** Builds a set of addresses text by text. */
export interface AddressCollector {
  /** Adds a parsed address or CIDR. */
  add(text: string): void;
  /** Returns the union of everything that was added so far. */
  collected(): AddressSet;
}

/**
 * Creates a collector that needs little memory for any number of texts. It converts the texts to address sets in
 * batches, and keeps a list of these sets. Before a new set is appended to the list, it is merged with the last set of
 * the list, repeatedly, as long as that last set was made from at most as many texts as the new set.
 */
export function createAddressCollector(): AddressCollector {
  let texts: string[] = [];
  const sets: { readonly set: AddressSet; readonly weight: number }[] = [];

  function store(): void {
    let set = addressSetOfTexts(texts);
    let weight = texts.length;
    texts = [];
    for (let last = sets.at(-1); last && last.weight <= weight; last = sets.at(-1)) {
      sets.pop();
      set = union(last.set, set);
      weight += last.weight;
    }
    sets.push({ set, weight });
  }

  return {
    add(text) {
      texts.push(text);
      if (texts.length >= TEXTS_AT_ONCE) store();
    },
    collected() {
      store();
      return unionAll(sets.map(({ set }) => set));
    },
  };
}
