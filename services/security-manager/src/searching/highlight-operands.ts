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
 * The addresses and services with which a query compares the columns of a rule. If a query has several operands for a
 * column, their union is used. If it has no operand for a column, the value is undefined.
 */
export interface HighlightOperands {
  /**
   * Returns the operand, restricted to the address families of a rule. The operand Any becomes all addresses of these
   * families.
   */
  source(families: readonly (4 | 6)[]): AddressSet | undefined;
  destination(families: readonly (4 | 6)[]): AddressSet | undefined;
  readonly service: Edges | undefined;
}

/**
 * Returns the operands of the query's conditions on rules, for each column of a rule. Leaves out conditions with IS
 * DISJOINT FROM: a rule that matches such a condition has no object that overlaps the operand.
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

/** All addresses except the IPv4-mapped IPv6 addresses, which never occur in rules. */
const UNIVERSE = addressSetOfRanges(rangesOf(allAddresses).flatMap(withoutMapped));
