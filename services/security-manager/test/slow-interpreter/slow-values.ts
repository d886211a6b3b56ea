import type { Expression } from "../../src/siql/language/syntax.ts";
import {
  addressesHold,
  type Comparison,
  hasAddress,
  holds,
  LINE_END,
  literalsOf,
  numbersOf,
  plain,
  pointsOf,
  rangeOf,
  regexOf,
  type SlowSet,
  servicesHold,
} from "./slow-comparisons.ts";

/** The value of an attribute, or undefined if there is none. Times are in milliseconds since 1970. */
type SlowValue =
  | (string | number | boolean | readonly string[] | undefined)
  | { readonly enumValue: string }
  | { readonly addresses: SlowSet }
  | { readonly services: SlowSet };

/** The attribute values of a record. The keys are the names of the attributes in lower case. */
export type SlowValues = Readonly<Record<string, SlowValue>>;

const DAY = 86_400_000;

/** Returns whether the body of a filter holds for a record with these values. */
export function valuesHold(body: Expression, values: SlowValues, now: number): boolean {
  return holds(body, (comparison) => {
    const name = comparison.subject.name.toLowerCase();
    if (!(name in values)) throw new Error(`the slow interpreter has no ${name}`);
    return valueHolds(comparison, values[name], now);
  });
}

export function valueHolds(comparison: Comparison, value: SlowValue, now: number): boolean {
  const { operator } = comparison;
  const negated = operator.startsWith("!") || operator.startsWith("IS NOT");
  if (operator.endsWith("NULL")) return (value === undefined) !== negated;
  if (value === undefined) return false;
  if (typeof value === "object" && "addresses" in value) return addressesHold(comparison, value.addresses);
  if (typeof value === "object" && "services" in value) return servicesHold(comparison, value.services);
  if (typeof value === "object" && "enumValue" in value) {
    const wanted = literalsOf(comparison).map((one) => plain(one).toUpperCase());
    return wanted.includes(value.enumValue) !== negated;
  }
  if (operator.endsWith("EMPTY"))
    return (value === "" || (typeof value === "object" && value.length === 0)) !== negated;
  if (typeof value === "boolean") return (value === (plain(literalsOf(comparison)[0]) === "true")) !== negated;
  if (typeof value === "string") {
    const isId = literalsOf(comparison).length > 1;
    if (isId) return literalsOf(comparison).some((one) => plain(one) === value) !== negated;
    return regexOf(comparison, operator.endsWith("~")).test(value) !== negated;
  }
  if (typeof value === "object") return value.some((one) => regexOf(comparison, false).test(one)) !== negated;
  return numberHolds(comparison, value, now) !== negated;
}

/**
 * Returns whether a comparison holds, without its negation: for `!=`, returns the result for `=`. The caller negates
 * the result.
 */
function numberHolds(comparison: Comparison, value: number, now: number): boolean {
  const wanted = numbersOf(comparison);
  const isDate = comparison.operand?.kind === "call" || literalsOf(comparison)[0]?.kind === "date";
  const [from = 0, to = from] = isDate ? periodOf(comparison, now) : [wanted[0]];
  switch (comparison.operator) {
    case ">":
      return isDate ? value >= to : value > from;
    case ">=":
      return value >= from;
    case "<":
      return value < from;
    case "<=":
      return isDate ? value < to : value <= from;
    default:
      return isDate ? value >= from && value < to : wanted.includes(value);
  }
}

/** Returns the period of an operand: one calendar day, or the given number of days before or after `now`. */
function periodOf({ operand }: Comparison, now: number): readonly [from: number, to: number] {
  if (operand?.kind === "call") {
    const [argument] = operand.arguments;
    const text = argument?.kind === "string" ? plain(argument) : "";
    const span = Number(/\d+/.exec(text)?.[0]) * DAY;
    return text.startsWith("next") ? [now, now + span] : [now - span, now];
  }
  const day = Date.parse(`${operand && operand.kind !== "list" ? plain(operand) : ""}T00:00:00Z`);
  return [day, day + DAY];
}

/** Returns the union of written addresses. */
export function addressesOf(texts: readonly string[]): { readonly addresses: SlowSet } {
  const has = (point: bigint) => texts.some((text) => hasAddress(text, point));
  return { addresses: { has, points: texts.flatMap((text) => pointsOf(rangeOf(text), LINE_END)) } };
}
