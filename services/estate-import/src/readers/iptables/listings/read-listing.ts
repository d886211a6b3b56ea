import type { SnapshotEntry, SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import type { NotUnderstood, ReadPolicy } from "../../../reader.ts";
import { type Refusal, refuseAt } from "../../text/refusal.ts";
import { parseRule, type RuleContext } from "../rules/parse-rule.ts";
import { policyName } from "../rules/policy-name.ts";
import { DROPPED_IN_NAT } from "../rules/read-target.ts";
import { chainEntries, defaultPolicyName, returnsToPolicy } from "./chain-entries.ts";
import { chainsReachedFrom } from "./check-chains.ts";
import { BUILT_IN, type Chain, type Listing, type Table } from "./listing.ts";

export interface ListingReading {
  readonly ok: true;
  readonly policies: readonly ReadPolicy[];
  readonly entries: readonly SnapshotEntry[];
  readonly notUnderstood: readonly Omit<NotUnderstood, "file">[];
}

const LONGEST_TEXT = 1_000;

/** Reads the rules of a listing. The caller has already checked the listing with `checkChains`. */
export function readListing(
  listing: Listing,
  { sets, localObject }: Pick<RuleContext, "sets" | "localObject">,
): ListingReading | Refusal {
  const { family, tables } = listing;
  const policies: ReadPolicy[] = [];
  const notUnderstood: Omit<NotUnderstood, "file">[] = listing.warnings.map(({ line, text }) => ({
    ...{ line, column: 1, text: shorten(text) },
    reason: "rules of this device are not in the listing",
  }));

  for (const [table, found] of tables) {
    if (!BUILT_IN.has(table)) {
      for (const one of allOf(table, found)) notUnderstood.push(one);
      continue;
    }
    const { chains } = found;
    const context = { family, table, chains, sets, localObject };
    const sideOf = table === "nat" ? netmapSides(chains) : () => undefined;
    for (const [name, chain] of chains) {
      const rows: SnapshotRowInput[] = [];
      if (table === "nat" && chain.policy === "DROP")
        notUnderstood.push({ line: chain.line, column: 1, text: `:${name} DROP`, reason: DROPPED_IN_NAT });
      for (const [at, rule] of chain.rules.entries()) {
        const read = parseRule(rule, at + 1, { ...context, netmapSide: sideOf(name) });
        if (!read.ok) return refuseAt(rule.line, read.problem);
        if (read.accepting) rows.push(read.accepting);
        rows.push(read.row);
        for (const { start, end, reason } of read.notUnderstood)
          notUnderstood.push({
            line: rule.line,
            column: start + 1,
            text: shorten(rule.text.slice(start, end)),
            reason,
          });
      }
      policies.push(...policiesOf(family, table, name, chain, rows));
    }
  }
  notUnderstood.sort((a, b) => a.line - b.line || a.column - b.column);
  return { ok: true, policies, entries: chainEntries(listing), notUnderstood };
}

function policiesOf(
  family: 4 | 6,
  table: string,
  displayName: string,
  chain: Chain,
  rows: readonly SnapshotRowInput[],
): readonly ReadPolicy[] {
  const name = policyName(family, table, displayName);
  const policyType = table === "nat" ? "NAT" : "SECURITY";
  if (chain.policy === undefined) return [{ name, displayName, policyType, rows }];
  const last: SnapshotRowInput = {
    ...{ number: chain.rules.length + 1, action: chain.policy, implicit: true },
    families: family === 4 ? [4] : [6],
  };
  const policy: ReadPolicy = { name, displayName, policyType, rows: [...rows, last] };
  if (!returnsToPolicy(table, chain)) return [policy];
  return [policy, { name: defaultPolicyName(name), displayName: `${displayName} policy`, policyType, rows: [last] }];
}

/**
 * Returns a function that says whether NETMAP in a chain changes the source or the destination. NETMAP changes the
 * destination in chains before routing, and the source in chains after routing. The result is undefined if a chain is
 * in both groups or in none.
 */
function netmapSides(chains: ReadonlyMap<string, Chain>): (chain: string) => "source" | "destination" | undefined {
  const before = chainsReachedFrom(chains, ["PREROUTING", "OUTPUT"]);
  const after = chainsReachedFrom(chains, ["POSTROUTING", "INPUT"]);
  return (chain) => (before.has(chain) === after.has(chain) ? undefined : before.has(chain) ? "destination" : "source");
}

/**
 * Returns the reports for a table that is not understood: one for each rule, and one for each default policy that drops
 * packets.
 */
function allOf(table: string, { chains }: Table): readonly Omit<NotUnderstood, "file">[] {
  const reason = `the table ${table} is not understood`;
  return [...chains].flatMap(([name, { line, policy, rules }]) => [
    ...(policy === "DROP" ? [{ line, column: 1, text: `:${name} DROP`, reason }] : []),
    ...rules.map((rule) => {
      const text = rule.text.trim();
      return { line: rule.line, column: rule.text.indexOf(text) + 1, text: shorten(text), reason };
    }),
  ]);
}

function shorten(text: string): string {
  return text.slice(0, LONGEST_TEXT).toWellFormed();
}
