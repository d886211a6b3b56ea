import { MAX_OBJECTS } from "@network-access/firewall-rules/parse-change-request";
import type { Rule } from "@network-access/firewall-rules/rule";
import * as addresses from "@network-access/traffic-sets/address-set";
import { blocksOfProduct, type TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import { type CompiledRule, compileRule } from "../compiling/compile-rule.ts";
import { type BoundarySet, buildBoundarySet, isBoundarySet } from "../indexing/boundary-set.ts";
import type { JudgedRequest } from "../judge.ts";
import { decideState, type ScoreSettings } from "../matching/decide-state.ts";
import { admittedBy, boundariesByAction, evaluate, touchedPairs } from "../matching/evaluate.ts";
import { isCovered } from "../matching/joint-cover.ts";
import type { PairVerdict, RelatedPair } from "../matching/judge-pair.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import type { Resolution } from "../model/resolved.ts";
import { trimRule } from "./trim-rule.ts";
import { writeRule } from "./write-rule.ts";

/** A rule that may replace a rule of the request, alone or with other suggested rules. */
export interface SuggestedRule {
  /** The id of the requested rule from which this suggestion was made. */
  readonly of: string;
  readonly rule: Rule;
}

const mostSuggested = 20;
/** The smallest number of attempts that each rule gets, even if `attempts` is divided among many rules. */
const fewestAttempts = 8;
/**
 * The number of attempts to find parts, divided evenly among the rules that are searched. Each of these rules gets at
 * least `fewestAttempts` attempts.
 */
const attempts = 48;

/**
 * Suggests rules for each Allow rule of which only a part would pass. The suggestions for a rule are its largest parts
 * that would pass. They are ordered by the position of the rule in the request, and then by size, with the largest
 * first. A request that consists of all suggestions would pass.
 *
 * If there are too many suggestions, the smallest parts of each rule are left out first. A rule gets no suggestions if
 * one of its objects, or an object of a boundary that it touches, is unresolved. `timeLeft` returns the remaining time
 * in milliseconds, which is divided among the rules. When the time of a rule is used up, its suggestions are the parts
 * that were found by then.
 */
export function suggestRules(
  request: JudgedRequest,
  boundaries: readonly BoundaryDefinition[] | BoundarySet,
  resolution: Resolution,
  settings: ScoreSettings,
  timeLeft: () => number,
): SuggestedRule[] {
  const set = isBoundarySet(boundaries) ? boundaries : buildBoundarySet(boundaries, resolution);
  const byAction = boundariesByAction(set, admittedBy(set, request.projectId));
  const rules = request.rules.map((rule) => compileRule(rule, resolution));
  const { byRule, boundaries: taking, hasScoreBoundary } = evaluate(rules, set, request.projectId);
  const passes = (suggested: readonly CompiledRule[]): boolean => {
    const touched = touchedPairs(suggested, set, byAction);
    if (decideState(suggested, { hasScoreBoundary, ...touched }, new Map(), settings).state !== "Pass") return false;
    return suggested.every((rule) => isCovered(rule, touched.byRule.get(rule) ?? []));
  };
  const failingByRuns = taking.filter(
    ({ definition, longestRun, isResolved }) =>
      definition.action === "Fail" && definition.ruleActions.includes("Allow") && longestRun > 0 && isResolved,
  );
  const partly = [...byRule].flatMap(([rule, pairs]) =>
    timeLeft() > 0 && isPartly(rule, pairs) ? [{ rule, pairs }] : [],
  );
  const mostAttempts = Math.max(fewestAttempts, Math.ceil(attempts / partly.length));
  const trims: Trim[] = [];
  for (const [place, { rule, pairs }] of partly.entries()) {
    const sharing = Math.min(partly.length - place, mostSuggested - trims.length);
    if (sharing === 0) break;
    const reserved = timeLeft() * (1 - 1 / sharing);
    const offer = (part: TrafficProduct): CompiledRule | null => {
      for (const shape of [withoutIdleFamilies(rule, part), part]) {
        const written = compileRule(writeRule(rule, shape), resolution);
        if (passes([written])) return written;
      }
      return null;
    };
    const goesOn = () => timeLeft() > reserved;
    const parts = trimRule(rule, pairs, { failingByRuns, offer, goesOn, mostAttempts });
    if (parts.length > 0) trims.push({ of: rule.rule.id, parts });
  }
  return withIds(chosen(trims, passes), new Set(request.rules.map(({ id }) => id)));
}

interface Trim {
  readonly of: string;
  readonly parts: readonly CompiledRule[];
}

/** Returns true if it is possible that one part of the rule would pass and another part would not. */
function isPartly(rule: CompiledRule, pairs: readonly PairVerdict[]): pairs is readonly RelatedPair[] {
  if (rule.rule.action !== "Allow" || pairs.some(({ kind }) => kind === "unresolved")) return false;
  const related = pairs.filter((pair) => pair.kind === "related");
  if (!related.some(({ boundary, exactSidesMatch }) => boundary.definition.action === "Pass" && exactSidesMatch))
    return false;
  return related.some(({ boundary }) => boundary.definition.action === "Fail") || !isCovered(rule, pairs);
}

/**
 * Removes the addresses of an address family from both sides of a part if the part has no traffic in this family. A
 * side that is equal to the rule's own side is not reduced.
 */
function withoutIdleFamilies(rule: CompiledRule, part: TrafficProduct): TrafficProduct {
  const reached = blocksOfProduct(part).map(({ family }) => family);
  const [family] = reached;
  if (family === undefined || reached.length === 2) return part;
  const reduced = (side: "sources" | "destinations") =>
    addresses.equals(part[side], rule[side].addresses) ? part[side] : addresses.onlyFamily(part[side], family);
  return { ...part, sources: reduced("sources"), destinations: reduced("destinations") };
}

/**
 * Chooses parts that fit into one request and pass together. Parts that pass one by one may fail together, because
 * scores add up over rules. The chosen parts are in the order of the rules to which they belong.
 */
function chosen(trims: readonly Trim[], passes: (rules: readonly CompiledRule[]) => boolean): Trim[] {
  const taken = new Set<CompiledRule>();
  let objects = 0;
  const longest = Math.max(0, ...trims.map(({ parts }) => parts.length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const { parts } of trims) {
      const part = parts[rank];
      if (part === undefined || taken.size === mostSuggested) continue;
      const { sources, destinations, services } = part.rule;
      const needed = sources.length + destinations.length + services.length;
      if (objects + needed > MAX_OBJECTS || !passes([...taken, part])) continue;
      objects += needed;
      taken.add(part);
    }
  }
  return trims.map(({ of, parts }) => ({ of, parts: parts.filter((part) => taken.has(part)) }));
}

/** Assigns ids. The first part of a rule has the rule's id. All further parts have an id that no rule has yet. */
function withIds(trims: readonly Trim[], taken: Set<string>): SuggestedRule[] {
  return trims.flatMap(({ of, parts }) => {
    let n = 1;
    return parts.map(({ rule }, place) => {
      if (place === 0) return { of, rule: { ...rule, id: of } };
      let id = of;
      while (taken.has(id)) {
        n += 1;
        id = `${[...of].slice(0, mostCharacters - `-${n}`.length).join("")}-${n}`;
      }
      taken.add(id);
      return { of, rule: { ...rule, id } };
    });
  });
}

/** The largest number of characters in an id. */
const mostCharacters = 256;
