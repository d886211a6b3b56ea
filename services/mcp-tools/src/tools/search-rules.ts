import { z } from "zod";
import { TABLE_OUTPUT } from "../answers/table.ts";
import { BUDGET, tableAnswer } from "../answers/table-answer.ts";
import type { ToolContext, ToolOutcome } from "../answers/tool.ts";
import type { AddressArgument } from "../arguments/read-addresses.ts";
import type { ServiceArgument } from "../arguments/read-service.ts";
import { addressNotes, describeCriteria } from "../rules/describe-criteria.ts";
import { findRules, RULE_ENDPOINT } from "../rules/find-rules.ts";
import { findService } from "../rules/find-service.ts";
import { type ActionType, ruleQuery, WITH_USAGE } from "../rules/rule-query.ts";
import { describeScope, scopeOf } from "./scope.ts";

/** The output of a search by source or destination. */
export const RULE_SEARCH_OUTPUT = TABLE_OUTPUT.extend({
  deviceGroupId: z.int(),
  query: z.string().describe("The SIQL query of these rows."),
  endpoint: z.string(),
});

interface RuleSearch {
  readonly side: "source" | "destination";
  readonly addresses: AddressArgument;
  readonly service: ServiceArgument | undefined;
  readonly actionType: ActionType | undefined;
}

const OTHER_SIDES = { source: "destination", destination: "source" } as const;

/**
 * Lists the rules whose `side` intersects the addresses and, if a service is given, whose service intersects it.
 * Searches the device group in the request header, or the user's default device group.
 */
export async function searchRules(
  { caller, manager, signal }: ToolContext,
  { side, addresses, service, actionType }: RuleSearch,
): Promise<ToolOutcome> {
  const asking = { manager, call: { userId: caller.userId, signal } };
  const read = scopeOf(caller);
  if (!read.ok) return read.outcome;
  const { groupId } = read.scope;
  const found = service && (await findService(asking, service, { groupId }));
  if (found && !found.ok) return found.problem;
  const criteria = { groupId, [side]: addresses, services: found?.value.operands, actionType };
  const query = ruleQuery(criteria) + WITH_USAGE;
  const rules = await findRules(asking, query, BUDGET);
  if (!rules.ok) return { kind: "manager-failure", failure: rules.failure };
  const note = found?.value.note;
  return tableAnswer(rules.value, {
    lead: [
      `In ${describeScope(read.scope)}: ${describeCriteria(criteria)}. Disabled rules are listed too; hits are those of the last 30 days.`,
      ...addressNotes(`${side}Ip`, addresses),
      ...(note ? [note] : []),
      `SIQL query, endpoint ${RULE_ENDPOINT}: ${query}`,
    ],
    empty: [
      "Likely causes: the device group holds no device with such rules, the addresses are on the other side of the rules, or the rules name objects whose addresses are not known.",
      `Next: count_firewall_rules with another deviceGroupId, search_firewall_rules_by_${OTHER_SIDES[side]}, or this search with fewer arguments.`,
    ],
    rest: (returned) =>
      `The rest: narrow the search by portNumberOrServiceName or actionType, or execute_siql_query with this endpoint and query, page 1 and pageSize ${returned}.`,
    extra: { deviceGroupId: groupId, query, endpoint: RULE_ENDPOINT },
  });
}
