import { setImmediate as nextTurn } from "node:timers/promises";
import { type AddressSet, addressSetOfTexts, unionAll } from "@network-access/traffic-sets/address-set";

/** After about this many characters, parsing pauses so that the event loop can run. */
const AT_ONCE = 128 * 1_024;

/**
 * Parses a stored address list, which has one CIDR on each line. A list of a million CIDRs takes seconds to parse. The
 * function therefore parses it in portions and lets the event loop run between portions. Rejects with a RangeError that
 * contains the first line that is not a CIDR.
 */
export async function addressSetOfLines(text: string): Promise<AddressSet> {
  const sets: AddressSet[] = [];
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf("\n", from + AT_ONCE);
    const end = found < 0 ? text.length : found;
    sets.push(addressSetOfTexts(text.slice(from, end).split("\n")));
    from = end + 1;
    await nextTurn();
  }
  return unionAll(sets);
}
