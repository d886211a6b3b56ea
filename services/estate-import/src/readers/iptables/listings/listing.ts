import type { RuleLine } from "../rules/parse-rule.ts";
import type { RuleTarget } from "../rules/split-options.ts";

/** One rule as the listing contains it. */
interface ListedRule extends RuleLine {
  readonly line: number;
  readonly target?: RuleTarget;
}

export interface Chain {
  readonly line: number;
  /**
   * The default policy of a built-in chain. It applies to packets about which no rule decides. Undefined for a
   * user-defined chain.
   */
  policy: "ACCEPT" | "DROP" | undefined;
  readonly rules: ListedRule[];
}

export interface Table {
  readonly line: number;
  readonly chains: Map<string, Chain>;
}

/** The output of iptables-save or ip6tables-save. */
export interface Listing {
  readonly family: 4 | 6;
  readonly tables: ReadonlyMap<string, Table>;
  /** Comments that say that this listing does not contain every rule. */
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
