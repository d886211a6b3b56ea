import type { AddressArgument } from "../arguments/read-addresses.ts";
import { siqlOperands } from "./siql-text.ts";

export type ActionType = "ALLOW" | "DENY";

/** The criteria that the rules must meet. A criterion that is undefined admits every rule. */
export interface RuleCriteria {
  readonly groupId: number;
  readonly deviceId?: number | undefined;
  readonly source?: AddressArgument | undefined;
  readonly destination?: AddressArgument | undefined;
  /** Operands such as "tcp/443". */
  readonly services?: readonly string[] | undefined;
  readonly actionType?: ActionType | undefined;
  /**
   * If false, the query leaves out rules with the value Any in a checked side. The checked sides are those of source,
   * destination and service that have a criterion. If none of the three has a criterion, all three are checked.
   */
  readonly includeWildcardRules?: boolean | undefined;
}

/** The SIQL pipe that adds the hits of the last 30 days and the time of the last use to each row. */
export const WITH_USAGE = " | fields(usage())";

const ACTIONS = { ALLOW: "action = 'ACCEPT'", DENY: "action ~ ('DROP', 'REJECT')" } as const;

/**
 * Returns the query for the rules that meet the criteria. Disabled rules are included. `more` is an additional
 * condition on rules.
 */
export function ruleQuery(criteria: RuleCriteria, more?: string): string {
  const { groupId, deviceId, actionType } = criteria;
  const sides = {
    source: criteria.source?.operands,
    destination: criteria.destination?.operands,
    service: criteria.services,
  };
  const asked = Object.entries(sides).filter(([, operands]) => operands !== undefined);
  const conditions = asked.map(([side, operands]) => `${side} INTERSECTS ${siqlOperands(operands ?? [])}`);
  if (criteria.includeWildcardRules === false) {
    const notAny = asked.length > 0 ? asked.map(([side]) => side) : Object.keys(sides);
    conditions.push(...notAny.map((side) => `${side}.any = false`));
  }
  if (actionType !== undefined) conditions.push(ACTIONS[actionType]);
  if (more !== undefined) conditions.push(more);
  const filters = [
    `devicegroup{id = ${groupId}}`,
    ...(deviceId === undefined ? [] : [`device{id = ${deviceId}}`]),
    `rule{${conditions.length > 0 ? conditions.join(" AND ") : "true"}}`,
  ];
  return filters.join(" AND ");
}
