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
 * Returns the entries of a listing. An entry is a built-in chain, with the policies that decide about packets in this
 * chain. A chain of the table raw or mangle has no entry if it has no rules and its default policy is ACCEPT.
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
 * Returns whether packets can leave a chain before its last row, through RETURN or -g, and are then accepted by the
 * chain's default policy. Always false for the table nat.
 *
 * The entry of such a chain has a second policy, which accepts all packets. Without it, no policy of the entry would
 * decide about these packets, so the snapshot would deny them.
 */
export function returnsToPolicy(table: string, { policy, rules }: Chain): boolean {
  return (
    table !== "nat" && policy === "ACCEPT" && rules.some(({ target }) => target?.goes || target?.name === "RETURN")
  );
}

export function defaultPolicyName(name: string): string {
  return `${name} policy`;
}
