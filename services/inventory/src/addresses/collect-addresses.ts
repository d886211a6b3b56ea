import { type AddressSet, addressSetOfTexts, union, unionAll } from "@network-access/traffic-sets/address-set";

/** The number of texts that are converted to a set in one step, which takes a few milliseconds. */
const TEXTS_AT_ONCE = 20_000;

/** Builds a set of addresses text by text. */
export interface AddressCollector {
  /** Adds a parsed address or CIDR. */
  add(text: string): void;
  /** Returns the union of everything that was added so far. */
  collected(): AddressSet;
}

/** Collects any number of texts in little memory. Earlier texts are merged into sets of growing size. */
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
