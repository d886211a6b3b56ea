import { addressSetOfRanges, rangesOf, withoutMapped } from "@network-access/traffic-sets/address-ranges";
import {
  type AddressSet,
  allAddresses,
  noAddresses,
  onlyFamily,
  unionAll,
} from "@network-access/traffic-sets/address-set";
import { allEdges, type Edges, noEdges, union } from "@network-access/traffic-sets/edges";
import type { CheckedQuery, Condition } from "../siql/checking/checked-query.ts";

/**
 * The operands that a query has for the columns of rules. If a query has several operands for a column, they are united
 * into one. A column without operands has the value undefined.
 */
export interface HighlightOperands {
  /**
   * Returns the operand for rules of these families. The operand Any depends on the families, because it means all
   * addresses of a rule's own families.
   */
  source(families: readonly (4 | 6)[]): AddressSet | undefined;
  destination(families: readonly (4 | 6)[]): AddressSet | undefined;
  readonly service: Edges | undefined;
}

/**
 * Returns the operands of a query. Conditions with IS DISJOINT FROM are left out, because they require that no object
 * of the column overlaps the operand.
 */
export function highlightOperands({ filters }: CheckedQuery): HighlightOperands {
  const conditions = filters.flatMap(({ stanza, condition }) => (stanza === "rule" ? setConditions(condition) : []));
  const networks = (attribute: string) =>
    conditions.flatMap((one) => (one.kind === "network" && one.attribute === attribute ? [one.operand] : []));
  const services = conditions.flatMap((one) =>
    one.kind === "service" && one.attribute === "service" ? [one.operand] : [],
  );
  return {
    source: (families) => addressesOf(networks("source"), families),
    destination: (families) => addressesOf(networks("destination"), families),
    service:
      services.length === 0
        ? undefined
        : services.reduce<Edges>((sum, one) => union(sum, one === "any" ? allEdges : one), noEdges),
  };
}

type SetCondition = Extract<Condition, { readonly kind: "network" | "service" }>;

function setConditions(condition: Condition): readonly SetCondition[] {
  if (condition.kind === "all" || condition.kind === "any") return condition.parts.flatMap(setConditions);
  const isSet = condition.kind === "network" || condition.kind === "service";
  return isSet && condition.operator !== "IS DISJOINT FROM" ? [condition] : [];
}

function addressesOf(operands: readonly ("any" | AddressSet)[], families: readonly (4 | 6)[]): AddressSet | undefined {
  if (operands.length === 0) return undefined;
  const all = operands.includes("any") ? UNIVERSE : unionAll(operands.filter((one) => one !== "any"));
  return unionAll([noAddresses, ...families.map((family) => onlyFamily(all, family))]);
}

/** All addresses except the IPv4-mapped block, in which no rule has addresses. */
const UNIVERSE = addressSetOfRanges(rangesOf(allAddresses).flatMap(withoutMapped));
