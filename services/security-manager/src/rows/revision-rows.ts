import { interfaceRows, routeRows } from "./interface-rows.ts";
import { networkObjectRows, scheduleRows, serviceObjectRows } from "./object-rows.ts";
import { policyRows } from "./policy-rows.ts";
import type { RevisionModel } from "./revision-model.ts";
import type { Row, RowEntity } from "./row.ts";
import { securityRuleRows, translationRuleRows } from "./rule-rows.ts";

/**
 * The functions that generate the rows of a revision, by entity. Each function generates rows in the default order of
 * searches. The rows of rules, routes, network objects and service objects are generated while they are read, because
 * all rows of a large device together take much memory.
 */
export const REVISION_ROWS: Readonly<Record<RowEntity, (model: RevisionModel) => Iterable<Row>>> = {
  secrule: securityRuleRows,
  natrule: translationRuleRows,
  policy: policyRows,
  networkobj: networkObjectRows,
  serviceobj: serviceObjectRows,
  scheduleobj: scheduleRows,
  interface: interfaceRows,
  route: routeRows,
};
