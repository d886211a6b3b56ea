import { type AddressSet, contains, equals, isEmpty, overlaps } from "@network-access/traffic-sets/address-set";
import * as edges from "@network-access/traffic-sets/edges";
import { onAddressLine } from "../../columns/address-line.ts";
import { type ColumnValue, isNetworkColumn, isServiceColumn } from "../../columns/column-value.ts";
import type { Condition, SetOperator } from "../checking/checked-query.ts";
import { matchText } from "./match-text.ts";

/** Returns the value of a record's attribute by the canonical name of the attribute. */
export type Values = (attribute: string) => ColumnValue | undefined;

/**
 * Reports whether a record in memory meets a condition. If the record has no value of the compared attribute, no
 * comparison except IS NULL holds. However, `usage() = 0` holds for a rule without a time of last use.
 */
export function evaluateCondition(condition: Condition, values: Values): boolean {
  switch (condition.kind) {
    case "all":
      return condition.parts.every((part) => evaluateCondition(part, values));
    case "any":
      return condition.parts.some((part) => evaluateCondition(part, values));
    case "constant":
      return condition.value;
    case "null":
      return ((values(condition.attribute) ?? null) === null) !== condition.negated;
    case "used": {
      const used = values("lastUsed");
      return (typeof used === "number" && used >= condition.since) !== condition.negated;
    }
    default: {
      const value = values(condition.attribute);
      return value !== undefined && value !== null && evaluateComparison(condition, value);
    }
  }
}

type Comparison = Exclude<Condition, { readonly kind: "all" | "any" | "constant" | "null" | "used" }>;

function evaluateComparison(condition: Comparison, value: ColumnValue): boolean {
  switch (condition.kind) {
    case "empty":
      return isEmptyValue(value) !== condition.negated;
    case "boolean":
      return value === condition.value;
    case "text": {
      const texts = Array.isArray(value) ? value : [value];
      const { pieces, within } = condition;
      return texts.some((text) => typeof text === "string" && matchText(text, pieces, within)) !== condition.negated;
    }
    case "oneOf":
      return condition.values.some((one) => one === value) !== condition.negated;
    case "order": {
      if (typeof value !== "number") return false;
      const { operator, value: bound } = condition;
      return { ">": value > bound, "<": value < bound, ">=": value >= bound, "<=": value <= bound }[operator];
    }
    case "period": {
      if (typeof value !== "number") return false;
      const { from, to } = condition.period;
      return (value >= from && value < to) !== condition.negated;
    }
    case "network": {
      if (!isNetworkColumn(value) || isEmpty(value.set)) return false;
      const { operator, operand } = condition;
      if (operand === "any") return holdsForAny(operator, value.isAny);
      return compareAddresses(operator, onAddressLine(value.set), onAddressLine(operand));
    }
    case "service": {
      if (!isServiceColumn(value) || value.set.length === 0) return false;
      const { operator, operand } = condition;
      if (operand === "any") return holdsForAny(operator, value.isAny);
      return compareServices(operator, value.set, operand);
    }
  }
}

function isEmptyValue(value: ColumnValue): boolean {
  if (isNetworkColumn(value)) return isEmpty(value.set);
  if (isServiceColumn(value)) return value.set.length === 0;
  return value === "" || (Array.isArray(value) && value.length === 0);
}

function holdsForAny(operator: SetOperator, isAny: boolean): boolean {
  if (operator === "INTERSECTS" || operator === "IS SUBSET OF") return true;
  return operator !== "IS DISJOINT FROM" && isAny;
}

function compareAddresses(operator: SetOperator, value: AddressSet, operand: AddressSet): boolean {
  switch (operator) {
    case "EQUALS":
      return equals(value, operand);
    case "INTERSECTS":
      return overlaps(value, operand);
    case "IS DISJOINT FROM":
      return !overlaps(value, operand);
    case "IS SUBSET OF":
      return contains(operand, value);
    case "IS SUPERSET OF":
      return contains(value, operand);
  }
}

function compareServices(operator: SetOperator, value: edges.Edges, operand: edges.Edges): boolean {
  switch (operator) {
    case "EQUALS":
      return edges.equals(value, operand);
    case "INTERSECTS":
      return edges.overlaps(value, operand);
    case "IS DISJOINT FROM":
      return !edges.overlaps(value, operand);
    case "IS SUBSET OF":
      return edges.contains(operand, value);
    case "IS SUPERSET OF":
      return edges.contains(value, operand);
  }
}
