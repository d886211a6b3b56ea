import type { SnapshotEntry } from "@network-access/service-contracts/device-snapshot";
import { policyName } from "../rules/policy-name.ts";
import type { Chain, Listing } from "./listing.ts";

type Place = readonly [table: string, chain: string, direction: SnapshotEntry["direction"]];

/** The built-in chains, in the order in which packets pass them. */
const places: readonly Place[] = [
  ["raw", "PREROUTING", "IN"],
  ["mangle", "PREROUTING", "IN"],
  ["nat", "PREROUTING", "IN"],
  ["mangle", "FORWARD", "FORWARD"],
  ["filter", "FORWARD", "FORWARD"],
  ["raw", "OUTPUT", "OUTPUT"],
  ["mangle", "OUTPUT", "OUTPUT"],
  ["nat", "OUTPUT", "OUTPUT"],
  ["filter", "OUTPUT", "OUTPUT"],
  ["mangle", "INPUT", "INPUT"],
  ["filter", "INPUT", "INPUT"],
  ["nat", "INPUT", "INPUT"],
  ["mangle", "POSTROUTING", "OUT"],
  ["nat", "POSTROUTING", "OUT"],
];

/**
 * Returns an entry for each built-in chain of a listing. An entry lists the policies that decide about packets in the
 * chain. A chain of the table raw or mangle gets no entry if it has no rules and its default policy is ACCEPT.
 */
export function chainEntries({ family, tables }: Listing): readonly SnapshotEntry[] {
  return places.flatMap(([table, chain, direction]) => {
    const found = tables.get(table)?.chains.get(chain);
    if (!found || ((table === "raw" || table === "mangle") && letsPass(found))) return [];
    const name = policyName(family, table, chain);
    const policies = returnsToPolicy(table, found) ? [name, defaultPolicyName(name)] : [name];
    return [{ interface: null, direction, families: family === 4 ? [4] : [6], policies }];
  });
}

function letsPass({ policy, rules }: Chain): boolean {
  return policy === "ACCEPT" && rules.length === 0;
}

/**
 * Reports whether packets can leave a chain through RETURN or -g before its last row and are then accepted by the
 * chain's default policy. Always returns false for the table nat.
 *
 * The entry of such a chain has a second policy, which accepts all packets. Without the second policy, no policy of the
 * entry would decide about packets that leave the chain early. The snapshot would then deny these packets.
 */
export function returnsToPolicy(table: string, { policy, rules }: Chain): boolean {
  return (
    table !== "nat" && policy === "ACCEPT" && rules.some(({ target }) => target?.goes || target?.name === "RETURN")
  );
}

export function defaultPolicyName(name: string): string {
  return `${name} policy`;
}
