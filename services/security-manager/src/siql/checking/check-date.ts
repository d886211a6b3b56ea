import { quoted } from "../language/query-error.ts";
import type { Argument, Call, Comparison, Operand } from "../language/syntax.ts";
import type { DatePeriod } from "../operands/date-period.ts";
import { readDate, readPeriod } from "../operands/read-date.ts";
import { refuseAt } from "./check-context.ts";
import type { Condition } from "./checked-query.ts";
import { literalText } from "./literal-text.ts";

/** Checks a comparison of a date. If the operand is a period, `<` compares with its start and `>` with its end. */
export function checkDate(attribute: string, { operator }: Comparison, operand: Operand, now: number): Condition {
  const period = periodOf(operand, now);
  switch (operator) {
    case "<":
      return { kind: "order", attribute, operator: "<", value: period.from };
    case ">":
      return { kind: "order", attribute, operator: ">=", value: period.to };
    case ">=":
      return { kind: "order", attribute, operator: ">=", value: period.from };
    case "<=":
      return { kind: "order", attribute, operator: "<", value: period.to };
    default:
      return { kind: "period", attribute, period, negated: operator === "!=" || operator === "!~" };
  }
}

function periodOf(operand: Operand, now: number): DatePeriod {
  if (operand.kind === "call") return checkPeriod(operand, now);
  if (operand.kind === "list") return refuseAt(operand.at, "(", "a date is compared with one date or period");
  const text = literalText(operand);
  const read = readDate(text);
  if (read.ok) return read.value;
  // A caller who writes a period as a plain text probably forgot `date(...)`.
  const hint = readPeriod([text], now).ok ? `${quoted(text)} is a period; write date('${text}')` : read.problem;
  return refuseAt(operand.at, text, hint);
}

/** Returns the period of a call of `date`. */
export function checkPeriod(call: Call, now: number): DatePeriod {
  if (call.name.toLowerCase() !== "date")
    return refuseAt(call.at, call.name, `${quoted(call.name)} is no date; date('last 30 days') is`);
  const read = readPeriod(call.arguments.map(textOfArgument), now);
  return read.ok ? read.value : refuseAt(call.at, call.name, read.problem);
}

function textOfArgument(argument: Argument): string {
  if (argument.kind === "name") return argument.name;
  if (argument.kind === "call" || argument.kind === "list")
    return refuseAt(argument.at, "(", "date takes texts such as 'last 30 days'");
  return literalText(argument);
}
