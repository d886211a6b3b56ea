import type { Rule } from "@network-access/firewall-rules/rule";
import type { ContentStore } from "../inputs/content-store.ts";
import { type DiffInputsNeeds, resolvedByFingerprint } from "../inputs/diff-inputs.ts";
import type { AffectableRule } from "../judging/changes/affected-rules.ts";
import { compileRule } from "../judging/compiling/compile-rule.ts";
import type { Resolved } from "../judging/model/resolved.ts";
import type { LatestEvaluation } from "./latest-evaluation.ts";
import { readRules } from "./read-rules.ts";

/**
 * Caches the compiled rules of latest evaluations. When the inputs change, a scan uses the compiled rules to find out
 * which rules the change affects.
 */
export interface LatestRules {
  /**
   * Returns the rules of each evaluation, in the given order. An entry is null if the rules are not stored. At most 100
   * evaluations may be given.
   */
  of(
    evaluations: readonly LatestEvaluation[],
    addressesOf: DiffInputsNeeds["addressesOf"],
  ): Promise<(readonly AffectableRule[] | null)[]>;
}

/** Caches up to `maxRules` rules. The least recently used rules are evicted first. */
export function createLatestRules(contents: Pick<ContentStore, "readMany">, maxRules: number): LatestRules {
  const cached = new Map<string, readonly AffectableRule[]>();
  let count = 0;

  function keep(key: string, rules: readonly AffectableRule[]): void {
    cached.set(key, rules);
    count += rules.length;
    for (const [oldest, { length }] of cached) {
      if (count <= maxRules || oldest === key) break;
      cached.delete(oldest);
      count -= length;
    }
  }

  return {
    async of(evaluations, addressesOf) {
      const found = new Map<string, readonly AffectableRule[]>();
      const unread = evaluations.filter((latest) => {
        const key = keyOf(latest);
        const known = cached.get(key);
        if (known === undefined) return true;
        found.set(key, known);
        cached.delete(key);
        cached.set(key, known);
        return false;
      });
      const hashes = unread.map(({ rulesHash }) => rulesHash);
      const read = hashes.length === 0 ? new Map<string, readonly Rule[]>() : await readRules(contents, hashes);
      for (const latest of unread) {
        const key = keyOf(latest);
        const rules = read.get(latest.rulesHash);
        if (rules === undefined || found.has(key)) continue;
        const compiled = await compile(rules, latest, addressesOf);
        found.set(key, compiled);
        keep(key, compiled);
      }
      return evaluations.map((latest) => found.get(keyOf(latest)) ?? null);
    },
  };
}

/**
 * Returns the key under which an evaluation's compiled rules are cached: the hash of the rules, and the fingerprints of
 * the addresses of the groups and items that the rules name.
 */
function keyOf({ rulesHash, named }: LatestEvaluation): string {
  return `${rulesHash} ${named.map(({ fingerprint }) => fingerprint).join()}`;
}

async function compile(
  rules: readonly Rule[],
  { named }: LatestEvaluation,
  addressesOf: DiffInputsNeeds["addressesOf"],
): Promise<AffectableRule[]> {
  const resolution = new Map<string, Resolved>();
  for (const { named: reference, fingerprint } of named)
    resolution.set(reference.reference, await resolvedByFingerprint({ addressesOf }, fingerprint));
  return rules.map((rule) => {
    // Keeps only the members that are compared later. A complete compiled rule refers to much other data, which would
    // stay in memory.
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
