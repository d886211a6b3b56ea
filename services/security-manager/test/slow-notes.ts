import { type Comparison, literalsOf, numbersOf, plain, regexOf } from "./slow-comparisons.ts";

/** The usage and documentation of a rule as clients sent them. Times are in milliseconds since 1970. */
export interface SlowNotes {
  readonly reports: readonly { readonly end: number; readonly hits: number }[];
  /** The values by the keys of their properties in lower case. */
  readonly values: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

const DAY = 86_400_000;

/** Returns whether a comparison of usage or documentation holds, or undefined for other attributes. */
export function notesHold(comparison: Comparison, { reports, values }: SlowNotes, now: number): boolean | undefined {
  const { subject, operator } = comparison;
  const used = reports.filter(({ hits }) => hits > 0).map(({ end }) => end);
  const since = (days: number) => used.some((end) => end >= now - days * DAY);
  if (subject.kind === "call") {
    const [period] = subject.arguments;
    const [text] = period?.kind === "call" ? period.arguments : [];
    const days = text?.kind === "string" ? Number(/\d+/.exec(plain(text))?.[0]) : 30;
    return since(days) === (operator === ">");
  }
  const name = subject.name.toLowerCase();
  if (name === "unused") {
    const wanted = (plain(literalsOf(comparison)[0]).toLowerCase() === "true") !== (operator === "!=");
    return since(30) !== wanted;
  }
  if (name === "lastused") return valueHolds(comparison, used.length === 0 ? undefined : Math.max(...used), now, true);
  if (!name.startsWith("p.")) return undefined;
  return valueHolds(comparison, values[name.slice("p.".length)], now, name === "p.due");
}

function valueHolds(
  comparison: Comparison,
  value: string | number | boolean | readonly string[] | undefined,
  now: number,
  isDate: boolean,
): boolean {
  const { operator } = comparison;
  const negated = operator.startsWith("!") || operator.startsWith("IS NOT");
  if (operator.endsWith("NULL")) return (value === undefined) !== negated;
  if (value === undefined) return false;
  if (operator.endsWith("EMPTY"))
    return (value === "" || (typeof value === "object" && value.length === 0)) !== negated;
  if (typeof value === "boolean") return (value === (plain(literalsOf(comparison)[0]) === "true")) !== negated;
  if (typeof value === "string") return regexOf(comparison, operator.endsWith("~")).test(value) !== negated;
  if (typeof value === "object") return value.some((one) => regexOf(comparison, false).test(one)) !== negated;
  const wanted = numbersOf(comparison);
  const [from = 0, to = from] = isDate ? periodOf(comparison, now) : [wanted[0]];
  switch (operator) {
    case ">":
      return isDate ? value >= to : value > from;
    case ">=":
      return value >= from;
    case "<":
      return value < from;
    case "<=":
      return isDate ? value < to : value <= from;
    default:
      return (isDate ? value >= from && value < to : wanted.includes(value)) !== negated;
  }
}

/** A day, or some days before or after now. */
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
