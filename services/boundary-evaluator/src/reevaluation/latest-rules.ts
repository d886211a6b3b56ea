import type { Rule } from "@network-access/firewall-rules/rule";
import type { ContentStore } from "../inputs/content-store.ts";
import { type DiffInputsNeeds, resolvedByFingerprint } from "../inputs/diff-inputs.ts";
import type { AffectableRule } from "../judging/changes/affected-rules.ts";
import { compileRule } from "../judging/compiling/compile-rule.ts";
import type { Resolved } from "../judging/model/resolved.ts";
import type { LatestEvaluation } from "./latest-evaluation.ts";
import { readRules } from "./read-rules.ts";

/** The rules of standing judgings, made ready to be laid beside changes; what was read is remembered. */
export interface LatestRules {
  /** In the order asked, at most 100; null where the rules are not stored. */
  of(
    judgings: readonly LatestEvaluation[],
    addressesOf: DiffInputsNeeds["addressesOf"],
  ): Promise<(readonly AffectableRule[] | null)[]>;
}

/** Remembers up to `maxRules`; what was not used longest goes first. */
export function createLatestRules(contents: Pick<ContentStore, "readMany">, maxRules: number): LatestRules {
  const held = new Map<string, readonly AffectableRule[]>();
  let count = 0;

  function hold(key: string, rules: readonly AffectableRule[]): void {
    held.set(key, rules);
    count += rules.length;
    for (const [oldest, { length }] of held) {
      if (count <= maxRules || oldest === key) break;
      held.delete(oldest);
      count -= length;
    }
  }

  return {
    async of(judgings, addressesOf) {
      const found = new Map<string, readonly AffectableRule[]>();
      const unread = judgings.filter((judging) => {
        const key = keyOf(judging);
        const known = held.get(key);
        if (known === undefined) return true;
        found.set(key, known);
        held.delete(key);
        held.set(key, known);
        return false;
      });
      const hashes = unread.map(({ rulesHash }) => rulesHash);
      const read = hashes.length === 0 ? new Map<string, readonly Rule[]>() : await readRules(contents, hashes);
      for (const judging of unread) {
        const key = keyOf(judging);
        const rules = read.get(judging.rulesHash);
        if (rules === undefined || found.has(key)) continue;
        const ready = await compile(rules, judging, addressesOf);
        found.set(key, ready);
        hold(key, ready);
      }
      return judgings.map((judging) => found.get(keyOf(judging)) ?? null);
    },
  };
}

/** The same rules name the same things; what these hold is in the marks. */
function keyOf({ rulesHash, named }: LatestEvaluation): string {
  return `${rulesHash} ${named.map(({ mark }) => mark).join()}`;
}

async function compile(
  rules: readonly Rule[],
  { named }: LatestEvaluation,
  addressesOf: DiffInputsNeeds["addressesOf"],
): Promise<AffectableRule[]> {
  const resolution = new Map<string, Resolved>();
  for (const { named: one, mark } of named)
    resolution.set(one.reference, await resolvedByFingerprint({ addressesOf }, mark));
  return rules.map((rule) => {
    // Only what is needed later: much else hangs on a compiled rule.
    const { traffic, isEmpty, sources, destinations } = compileRule(rule, resolution);
    return {
      rule: { action: rule.action },
      traffic,
      isEmpty,
      sources: { asksEquals: sources.asksEquals },
      destinations: { asksEquals: destinations.asksEquals },
    };
  });
}
