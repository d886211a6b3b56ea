import type { SnapshotEntry } from "@network-access/service-contracts/device-snapshot";
import { policyName } from "../rules/policy-name.ts";
import type { Chain, Listing } from "./listing.ts";

type Place = readonly [table: string, chain: string, direction: SnapshotEntry["direction"]];

/** In the order in which packets meet them. */
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

/** Gives the entries of one listing. Chains of raw and mangle that let everything pass have no entry. */
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
 * Whether RETURN or -g lets packets leave a built-in chain before its last row, and the default policy of the chain
 * accepts them. In a snapshot, a packet that leaves all policies of an entry is denied. The entry of such a chain
 * therefore has a second policy, which only accepts as the default policy does.
 */
export function returnsToPolicy(table: string, { policy, rules }: Chain): boolean {
  return (
    table !== "nat" && policy === "ACCEPT" && rules.some(({ target }) => target?.goes || target?.name === "RETURN")
  );
}

export function defaultPolicyName(name: string): string {
  return `${name} policy`;
}
