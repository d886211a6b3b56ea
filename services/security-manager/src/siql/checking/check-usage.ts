import { quoted } from "../language/query-error.ts";
import type { Call, Comparison } from "../language/syntax.ts";
import { addTime, type DatePeriod } from "../operands/date-period.ts";
import type { StanzaName } from "../schema/entities.ts";
import { type EndpointContext, refuseAt } from "./check-context.ts";
import { checkPeriod } from "./check-date.ts";
import type { Condition } from "./checked-query.ts";
import { literalText } from "./literal-text.ts";

const USUAL_DAYS = 30;
const WORKING = ["usage() = 0", "usage(date('last 90 days')) = 0", "usage(date('last 90 days')) > 0"];

/**
 * Checks a comparison of `usage()` with a number. Only "= 0" and "> 0" are allowed, because the index contains the time
 * of a rule's last use, but not the number of hits.
 */
export function checkUsage(
  call: Call,
  comparison: Comparison,
  stanza: StanzaName,
  context: EndpointContext,
): Condition {
  const { name, at } = call;
  if (name.toLowerCase() !== "usage" || stanza !== "rule")
    refuseAt(at, name, `${quoted(name)} is compared with nothing in ${stanza}; usage() = 0 works in rule`);
  const period = usagePeriod(call, context.now);
  if (period.to !== context.now)
    refuseAt(at, name, "usage is compared over a period that ends now, such as date('last 90 days')", {
      expected: WORKING,
    });
  const { operator, operatorAt, operand } = comparison;
  const isZero = operand && operand.kind !== "call" && operand.kind !== "list" && literalText(operand) === "0";
  if ((operator !== "=" && operator !== ">") || !isZero)
    refuseAt(operatorAt, operator, "usage is compared as = 0 or > 0: hits are summed for records alone", {
      expected: WORKING,
    });
  return { kind: "used", since: period.from, negated: operator === "=" };
}

/** Returns the period in a call of `usage`. Without an argument, the period is the last 30 days. */
export function usagePeriod({ at, name, arguments: given }: Call, now: number): DatePeriod {
  const [first, ...more] = given;
  if (!first) return { from: addTime(now, -USUAL_DAYS, "day"), to: now };
  if (first.kind !== "call" || more.length > 0)
    return refuseAt(at, name, "usage takes nothing or one period, such as usage(date('last 90 days'))");
  return checkPeriod(first, now);
}
