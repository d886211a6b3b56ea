import {
  blocksOfProduct,
  type FamilyBlock,
  intersectProducts,
  productIsEmpty,
  productsOverlap,
  subtractAll,
  type TrafficProduct,
} from "@network-access/traffic-sets/traffic-product";
import type { CompiledBoundary } from "./compile-boundary.ts";
import type { CompiledRule } from "./compile-rule.ts";
import { isInside, type PairVerdict, type RelatedPair } from "./judge-pair.ts";

/** Whether the Pass boundaries together hold all of an Allow rule's traffic. */
export type RuleCover =
  | { readonly kind: "single"; readonly rule: CompiledRule; readonly boundary: CompiledBoundary }
  /** None of them can be left out. */
  | { readonly kind: "joint"; readonly rule: CompiledRule; readonly boundaries: readonly CompiledBoundary[] }
  | NotCovered
  /** It depends on what could not be resolved. */
  | { readonly kind: "undecided"; readonly rule: CompiledRule };

/** `rest` is in no Pass boundary, whatever the unresolved ones turn out to hold. */
export interface NotCovered {
  readonly kind: "not-covered";
  readonly rule: CompiledRule;
  readonly rest: readonly FamilyBlock[];
  /** Those that hold a part of the rule and count. */
  readonly granting: readonly CompiledBoundary[];
  /** Pass boundaries that hold some of its traffic and do not count. */
  readonly refusing: readonly RelatedPair[];
}

/** Decides the cover of an Allow rule that has traffic, from its pairs with boundaries that look at it. */
export function coverRule(rule: CompiledRule, pairs: readonly PairVerdict[]): RuleCover {
  if (!rule.isResolved) return { kind: "undecided", rule };
  const passing = pairs.filter(isPassing);
  const granting = passing.filter(({ takesPart }) => takesPart);
  const whole = granting.find((pair) => isInside(pair.relation));
  if (whole !== undefined)
    return { kind: "single", rule, boundary: (granting.find((pair) => pair.isMatch) ?? whole).boundary };
  const rest = subtractAll(
    rule.traffic,
    granting.map(({ named }) => named),
  );
  if (rest.length === 0) return { kind: "joint", rule, boundaries: fewestCovering(rule.traffic, granting) };
  const perhaps = pairs.filter((pair) => pair.kind === "unresolved" && pair.boundary.definition.action === "Pass");
  const surely = rest.flatMap((block) =>
    subtractAll(
      block,
      perhaps.map(({ boundary }) => boundary.reach),
    ),
  );
  if (surely.length === 0) return { kind: "undecided", rule };
  const refusing = passing.filter(({ takesPart }) => !takesPart);
  return { kind: "not-covered", rule, rest: surely, granting: granting.map(({ boundary }) => boundary), refusing };
}

function isPassing(pair: PairVerdict): pair is RelatedPair {
  return pair.kind === "related" && pair.boundary.definition.action === "Pass";
}

/** Keeps those that add something, in order of their ids, then drops each that the others make needless. */
function fewestCovering(traffic: TrafficProduct, granting: readonly RelatedPair[]): CompiledBoundary[] {
  let kept: RelatedPair[] = [];
  let rest = blocksOfProduct(traffic);
  for (const pair of granting) {
    if (rest.length === 0) break;
    if (!rest.some((block) => productsOverlap(block, pair.named))) continue;
    rest = rest.flatMap((block) => subtractAll(block, [pair.named]));
    kept.push(pair);
  }
  for (const pair of [...kept]) {
    const others = kept.filter((other) => other !== pair);
    const own = intersectProducts(traffic, pair.named);
    if (
      productIsEmpty(own) ||
      subtractAll(
        own,
        others.map(({ named }) => named),
      ).length === 0
    )
      kept = others;
  }
  return kept.map(({ boundary }) => boundary);
}
