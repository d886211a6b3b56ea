import { endsOf } from "@network-access/traffic-sets/address-ranges";
import { complement } from "@network-access/traffic-sets/edges";
import { lineGaps, lineRanges, onAddressLine } from "../../columns/address-line.ts";
import { ANY, fieldOf, HASH, hashOfRanges, type IndexedRange, serviceRanges } from "../../columns/index-fields.ts";
import type { Condition, SetOperator } from "../checking/checked-query.ts";
import type { Attribute } from "../schema/attribute.ts";
import { STANZAS, type StanzaName } from "../schema/entities.ts";
import { all, any, type Clause, exists, MATCH_ALL, MATCH_NONE, not } from "./clause.ts";
import { compileProperty, isProperty, type PropertySlots } from "./compile-property.ts";
import { type Comparison, compileScalar } from "./compile-scalar.ts";

/** The inputs of the compilation besides the condition. */
export interface CompileContext {
  readonly stanza: StanzaName;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly slots: PropertySlots;
  /**
   * Adds `ranges`, the number of range clauses that the operand of `attribute` needs, to the query's total. Throws if
   * the total exceeds the limit for range clauses.
   */
  readonly count: (attribute: string, ranges: number) => void;
}

const UNUSED_MS = 30 * 86_400_000;

/** Compiles a condition to a clause that affects neither scores nor the order. */
export function compileCondition(condition: Condition, context: CompileContext): Clause {
  switch (condition.kind) {
    case "all":
      return all(condition.parts.map((part) => compileCondition(part, context)));
    case "any":
      return any(condition.parts.map((part) => compileCondition(part, context)));
    case "constant":
      return condition.value ? MATCH_ALL : MATCH_NONE;
    case "used": {
      const used = { range: { [fieldOf(context.stanza, "lastUsed")]: { gte: condition.since } } };
      return condition.negated ? not(used) : used;
    }
    default:
      if (isProperty(condition.attribute)) return compileProperty(condition, context.slots);
      return compileComparison(condition, context);
  }
}

function compileComparison(condition: Comparison, context: CompileContext): Clause {
  const { stanza, now } = context;
  const field = fieldOf(stanza, condition.attribute);
  const { type, nullable } = attributeOf(stanza, condition.attribute);
  switch (condition.kind) {
    case "null":
      if (!nullable) return condition.negated ? MATCH_ALL : MATCH_NONE;
      return condition.negated ? exists(field) : not(exists(field));
    case "empty": {
      if (type === "string") {
        const empty = { term: { [field]: "" } };
        return condition.negated ? all([exists(field), not(empty)]) : empty;
      }
      const filled = exists(type === "array" ? field : field + HASH);
      return condition.negated ? filled : not(filled);
    }
    case "boolean": {
      if (condition.attribute !== "unused") return { term: { [field]: condition.value } };
      return compileCondition({ kind: "used", since: now - UNUSED_MS, negated: condition.value }, context);
    }
    case "network":
      return compileNetwork(condition, field, context);
    case "service":
      return compileService(condition, field, context);
    default:
      return compileScalar(condition, field, type === "array" && !nullable);
  }
}

function compileNetwork(
  { attribute, operator, operand }: Extract<Comparison, { kind: "network" }>,
  field: string,
  { count }: CompileContext,
): Clause {
  if (operand === "any") return anyClause(operator, field);
  const line = onAddressLine(operand);
  const texts = (ranges: ReturnType<typeof lineRanges>) =>
    ranges.map((range) => {
      const [gte, lte] = endsOf(range);
      return { gte, lte };
    });
  return compileRanges(operator, field, {
    ranges: () => texts(lineRanges(line)),
    gaps: () => texts(lineGaps(line)),
    count: (ranges) => count(attribute, ranges),
  });
}

function compileService(
  { attribute, operator, operand }: Extract<Comparison, { kind: "service" }>,
  field: string,
  { count }: CompileContext,
): Clause {
  if (operand === "any") return anyClause(operator, field);
  return compileRanges(operator, field, {
    ranges: () => serviceRanges(operand),
    gaps: () => serviceRanges(complement(operand)),
    count: (ranges) => count(attribute, ranges),
  });
}

interface Ranges {
  readonly ranges: () => readonly IndexedRange<string | number>[];
  readonly gaps: () => readonly IndexedRange<string | number>[];
  readonly count: (ranges: number) => void;
}

/** docs/decisions/0056-set-operators-as-range-queries.md explains these clauses. */
function compileRanges(operator: SetOperator, field: string, { ranges, gaps, count }: Ranges): Clause {
  const filled = exists(field + HASH);
  const each = (list: readonly IndexedRange<string | number>[], relation: "intersects" | "contains") => {
    count(list.length);
    return list.map(({ gte, lte }) => ({ range: { [field]: { gte, lte, relation } } }));
  };
  switch (operator) {
    case "EQUALS":
      return { term: { [field + HASH]: hashOfRanges(ranges()) } };
    case "INTERSECTS":
      return any(each(ranges(), "intersects"));
    case "IS DISJOINT FROM":
      return { bool: { filter: [filled], must_not: each(ranges(), "intersects") } };
    case "IS SUBSET OF":
      return { bool: { filter: [filled], must_not: each(gaps(), "intersects") } };
    case "IS SUPERSET OF":
      return all([filled, ...each(ranges(), "contains")]);
  }
}

function anyClause(operator: SetOperator, field: string): Clause {
  if (operator === "INTERSECTS" || operator === "IS SUBSET OF") return exists(field + HASH);
  return operator === "IS DISJOINT FROM" ? MATCH_NONE : { term: { [field + ANY]: true } };
}

function attributeOf(stanza: StanzaName, name: string): Attribute {
  const attributes: readonly Attribute[] = STANZAS[stanza];
  const found = attributes.find((one) => one.name === name);
  if (!found) throw new Error(`${stanza} has no attribute ${name}`);
  return found;
}
