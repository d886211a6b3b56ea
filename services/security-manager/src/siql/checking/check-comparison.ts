import { quoted } from "../language/query-error.ts";
import type * as Syntax from "../language/syntax.ts";
import { nearestName } from "../operands/nearest-name.ts";
import { type Attribute, OPERATORS } from "../schema/attribute.ts";
import type { StanzaName } from "../schema/entities.ts";
import { type EndpointContext, refuseAt } from "./check-context.ts";
import { checkDate } from "./check-date.ts";
import { checkSet } from "./check-set.ts";
import { checkUsage } from "./check-usage.ts";
import type { Condition } from "./checked-query.ts";
import { findAttribute } from "./find-attribute.ts";
import { literalPieces, literalText } from "./literal-text.ts";

/** Checks a comparison: first the attribute, then whether the operator fits the attribute's type, then the operand. */
export function checkComparison(
  comparison: Syntax.Comparison,
  stanza: StanzaName,
  context: EndpointContext,
): Condition {
  const { subject, operator, operatorAt, operand } = comparison;
  if (subject.kind === "call") return checkUsage(subject, comparison, stanza, context);
  const attribute = findAttribute(subject, stanza, context);
  const { name, type } = attribute;
  if (!OPERATORS[type].includes(operator))
    refuseAt(operatorAt, operator, `${quoted(operator)} does not work with ${name}, which is of the type ${type}`, {
      expected: OPERATORS[type],
    });
  const negated = operator.startsWith("!") || operator.startsWith("IS NOT");
  if (operator === "IS NULL" || operator === "IS NOT NULL") return { kind: "null", attribute: name, negated };
  if (operator === "IS EMPTY" || operator === "IS NOT EMPTY") return { kind: "empty", attribute: name, negated };
  if (!operand) return refuseAt(operatorAt, operator, `${quoted(operator)} has no value behind it`);
  if (type === "date") return checkDate(name, comparison, operand, context.now);
  if (operand.kind === "call")
    return refuseAt(operand.at, operand.name, `${quoted(operand.name)} is no value of the type ${type}`);

  const literals = operand.kind === "list" ? operand.members : [operand];
  if (type === "network" || type === "service") return checkSet(attribute, comparison, literals);
  const takesList = type === "number" || type === "uuid" || type === "enum";
  const [first, ...more] = literals;
  if (!first || (more.length > 0 && !(takesList && operator.endsWith("~"))))
    return refuseAt(
      operand.at,
      "(",
      `a list works with ~ and !~ on numbers, ids and enums, not with ${name} ${operator}`,
    );

  switch (type) {
    case "boolean": {
      const value = booleanOf(first, name);
      return { kind: "boolean", attribute: name, value: negated ? !value : value };
    }
    case "string":
    case "array": {
      const within = type === "string" && operator.endsWith("~");
      return { kind: "text", attribute: name, pieces: literalPieces(first), within, negated };
    }
    case "enum":
      return { kind: "oneOf", attribute: name, values: literals.map((one) => enumValue(one, attribute)), negated };
    case "uuid":
      return { kind: "oneOf", attribute: name, values: literals.map((one) => literalText(one).toLowerCase()), negated };
    case "number": {
      const values = literals.map((one) => numberOf(one, name));
      if (operator === ">" || operator === "<" || operator === ">=" || operator === "<=")
        return { kind: "order", attribute: name, operator, value: values[0] ?? 0 };
      return { kind: "oneOf", attribute: name, values, negated };
    }
  }
}

function booleanOf(literal: Syntax.Literal, name: string): boolean {
  const text = literalText(literal).toLowerCase();
  if (text !== "true" && text !== "false")
    refuseAt(literal.at, literalText(literal), `${name} is true or false`, { expected: ["true", "false"] });
  return text === "true";
}

function numberOf(literal: Syntax.Literal, name: string): number {
  const text = literalText(literal).trim();
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(text)
    ? Number(text)
    : refuseAt(literal.at, text, `${name} is compared with numbers such as 5 or 11.5`);
}

function enumValue(literal: Syntax.Literal, { name, values }: Attribute): string {
  const text = literalText(literal);
  const found = values.find((value) => value.toLowerCase() === text.toLowerCase());
  return (
    found ??
    refuseAt(literal.at, text, `${quoted(text)} is no value of ${name}`, {
      expected: values,
      nearest: nearestName(text, values),
    })
  );
}
