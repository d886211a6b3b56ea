import type { Condition } from "../checking/checked-query.ts";
import type { StringPiece } from "../language/tokens.ts";
import { all, type Clause, exists, not } from "./clause.ts";

/** A condition that names one attribute. */
export type Comparison = Exclude<Condition, { kind: "all" | "any" | "constant" | "used" }>;

/**
 * Compiles comparisons of texts, numbers and dates. If `always` is true, a missing index field stands for an empty
 * value. Otherwise a record without the index field has no value, and no comparison holds for the record.
 */
export function compileScalar(
  condition: Extract<Comparison, { kind: "text" | "oneOf" | "order" | "period" }>,
  field: string,
  always: boolean,
): Clause {
  const negate = (clause: Clause) => (always ? not(clause) : all([exists(field), not(clause)]));
  switch (condition.kind) {
    case "text": {
      const found = textClause(condition.pieces, condition.within, field);
      return condition.negated ? negate(found) : found;
    }
    case "oneOf": {
      const found = { terms: { [field]: condition.values } };
      return condition.negated ? negate(found) : found;
    }
    case "order": {
      const bound = { ">": "gt", "<": "lt", ">=": "gte", "<=": "lte" }[condition.operator];
      return { range: { [field]: { [bound]: condition.value } } };
    }
    case "period": {
      const within = { range: { [field]: { gte: condition.period.from, lt: condition.period.to } } };
      return condition.negated ? negate(within) : within;
    }
  }
}

function textClause(pieces: readonly StringPiece[], within: boolean, field: string): Clause {
  const hasWildcard = pieces.some((piece) => typeof piece === "object");
  if (!hasWildcard && !within) return { term: { [field]: pieces.join("") } };
  const pattern = pieces.map((piece) => (typeof piece === "string" ? piece.replace(/[\\*?]/g, "\\$&") : "*")).join("");
  const whole = within ? `*${pattern}*` : pattern;
  return /^\*+$/.test(whole) ? exists(field) : { wildcard: { [`${field}.wild`]: { value: whole } } };
}
