import type { RuleLine } from "../rules/parse-rule.ts";
import type { RuleTarget } from "../rules/split-options.ts";

/** One rule as its line stands. */
interface ListedRule extends RuleLine {
  readonly line: number;
  readonly target?: RuleTarget;
}

export interface Chain {
  readonly line: number;
  /** What a built-in chain does with packets that no rule decides. User-defined chains have no policy. */
  policy: "ACCEPT" | "DROP" | undefined;
  readonly rules: ListedRule[];
}

export interface Table {
  readonly line: number;
  readonly chains: Map<string, Chain>;
}

/** What iptables-save or ip6tables-save has printed. */
export interface Listing {
  readonly family: 4 | 6;
  readonly tables: ReadonlyMap<string, Table>;
  /** Comments that say that this listing does not hold every rule. */
  readonly warnings: readonly { readonly line: number; readonly text: string }[];
  readonly ruleCount: number;
}

/** The built-in chains of the tables that are understood. */
export const BUILT_IN: ReadonlyMap<string, readonly string[]> = new Map([
  ["raw", ["PREROUTING", "OUTPUT"]],
  ["mangle", ["PREROUTING", "INPUT", "FORWARD", "OUTPUT", "POSTROUTING"]],
  ["nat", ["PREROUTING", "INPUT", "OUTPUT", "POSTROUTING"]],
  ["filter", ["INPUT", "FORWARD", "OUTPUT"]],
]);
