import type { Rule } from "@network-access/firewall-rules/rule";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import { productContains, productsOverlap, type TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import type { BoundaryAddresses, CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import { type BitSet, emptyBits, setBit } from "../indexing/bit-set.ts";
import { buildBoundaryIndex } from "../indexing/boundary-index.ts";

/**
 * One boundary before and after a change. `before` or `after` is null if the boundary was not enforced at that time, or
 * did not apply to the project.
 */
export interface BoundaryChange {
  readonly before: CompiledBoundary | null;
  readonly after: CompiledBoundary | null;
}

/** Changes that are prepared for a comparison with many rules. */
export interface AffectedRules<Change extends BoundaryChange> {
  /**
   * Returns the changes that may change the result of the rule, without duplicates. If the list is empty, the rule
   * contributes to the verdict exactly as before the changes.
   */
  changesFor(rule: AffectableRule): readonly Change[];
}

/** The part of a compiled rule that decides whether a change affects the rule. */
export interface AffectableRule extends Pick<CompiledRule, "traffic" | "isEmpty"> {
  readonly rule: Pick<Rule, "action">;
  readonly sources: Pick<CompiledRule["sources"], "asksEquals">;
  readonly destinations: Pick<CompiledRule["destinations"], "asksEquals">;
}

/**
 * A condition under which a change can affect a rule: the rule has one of the actions in `ruleActions`, and its traffic
 * overlaps `traffic`. The optional properties restrict the condition further.
 */
interface Shown<Change> {
  readonly change: Change;
  readonly traffic: TrafficProduct;
  readonly ruleActions: readonly Rule["action"][];
  /**
   * If present, the change can affect only two kinds of rules: rules that name an address in `moved` on this side, and
   * rules that have the comparison Equals on this side. `moved` contains the addresses that the change added to this
   * side of the boundary or removed from it.
   */
  readonly onlyAsking?: { readonly side: AddressSide; readonly moved: AddressSet };
  /** If present, the condition holds only for rules whose traffic lies wholly within `traffic`. */
  readonly onlyInside?: true;
}

type AddressSide = "sources" | "destinations";
const addressSides: readonly AddressSide[] = ["sources", "destinations"];

/**
 * Prepares changes of boundaries. The result finds the changes that affect a given rule. An edited boundary affects
 * every rule that it touches before or after the edit.
 *
 * If only the addresses on one side of a boundary changed, the change affects a rule in these cases:
 * - The rule names an added or removed address on that side and touches the boundary on the other sides.
 * - The rule touches the boundary and has the comparison Equals on that side. With Equals, the result also depends on
 *   addresses that the rule does not name.
 * - The rule touches the boundary and names an added or removed address, even if the rule has no traffic in the family
 *   of this address. A match requires that the boundary contains all addresses of the rule.
 * - The boundary is a Fail boundary and contains all traffic of the rule. The message for such a rule lists the
 *   boundary's own addresses.
 *
 * If a side's unresolved lookups changed, or the addresses that the side requires by Equals changed, the change affects
 * every rule that touches the boundary.
 */
export function affectedRulesOf<Change extends BoundaryChange>(changes: readonly Change[]): AffectedRules<Change> {
  const shown = changes.flatMap(shownBy<Change>);
  const index = buildBoundaryIndex(shown.map(({ traffic }) => traffic));
  const byRuleAction = { Allow: emptyBits(shown.length), Deny: emptyBits(shown.length) };
  shown.forEach(({ ruleActions }, position) => {
    for (const action of ruleActions) setBit(byRuleAction[action], position);
  });
  return {
    changesFor(rule) {
      const found = new Set<Change>();
      if (rule.isEmpty) return [];
      const allowed: BitSet = byRuleAction[rule.rule.action];
      index.eachNear(rule.traffic, allowed, (position) => {
        const one = shown[position];
        if (one === undefined || (one.onlyAsking && !asks(rule, one.onlyAsking))) return;
        const meets = one.onlyInside ? productContains : productsOverlap;
        if (!found.has(one.change) && meets(one.traffic, rule.traffic)) found.add(one.change);
      });
      return [...found];
    },
  };
}

function asks(rule: AffectableRule, { side, moved }: { side: AddressSide; moved: AddressSet }): boolean {
  return rule[side].asksEquals || addresses.overlaps(rule.traffic[side], moved);
}

function shownBy<Change extends BoundaryChange>(change: Change): Shown<Change>[] {
  const { before, after } = change;
  const reaches = [before, after].flatMap((one) => (one === null ? [] : [one.reach]));
  const ruleActions = [...new Set([before, after].flatMap((one) => one?.definition.ruleActions ?? []))];
  const whole = (limits: Pick<Shown<Change>, "onlyAsking" | "onlyInside"> = {}): Shown<Change>[] =>
    reaches.map((traffic) => ({ change, traffic, ruleActions, ...limits }));
  if (before === null || after === null || before.definition.revision !== after.definition.revision) return whole();
  if (addressSides.some((side) => saysOtherwise(before[side], after[side]))) return whole();
  const sidesShown = addressSides.flatMap((side): Shown<Change>[] => {
    const moved = difference(before[side].addresses, after[side].addresses);
    if (addresses.isEmpty(moved)) return [];
    const either = {
      sources: addresses.union(before.reach.sources, after.reach.sources),
      destinations: addresses.union(before.reach.destinations, after.reach.destinations),
      services: after.reach.services,
    };
    return [{ change, traffic: { ...either, [side]: moved }, ruleActions }, ...whole({ onlyAsking: { side, moved } })];
  });
  if (sidesShown.length === 0 || after.definition.action !== "Fail") return sidesShown;
  return [...sidesShown, ...whole({ onlyInside: true })];
}

/**
 * Reports whether one of these changed between `before` and `after`: the addresses of the side's objects with the
 * comparison Equals (`exact`), or the side's unresolved lookups.
 */
function saysOtherwise(before: BoundaryAddresses, after: BoundaryAddresses): boolean {
  const exactBefore = before.exact ?? addresses.noAddresses;
  const exactAfter = after.exact ?? addresses.noAddresses;
  return !addresses.equals(exactBefore, exactAfter) || openText(before) !== openText(after);
}

function openText({ unresolved }: BoundaryAddresses): string {
  return JSON.stringify(unresolved.map(({ text, lookup }) => [text, lookup?.outcome]));
}

function difference(before: AddressSet, after: AddressSet): AddressSet {
  return addresses.union(addresses.subtract(before, after), addresses.subtract(after, before));
}
