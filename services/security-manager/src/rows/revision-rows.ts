import { interfaceRows, routeRows } from "./interface-rows.ts";
import { networkObjectRows, scheduleRows, serviceObjectRows } from "./object-rows.ts";
import { policyRows } from "./policy-rows.ts";
import type { RevisionModel } from "./revision-model.ts";
import type { Row, RowEntity } from "./row.ts";
import { securityRuleRows, translationRuleRows } from "./rule-rows.ts";

/**
 * The functions that make the rows of a revision in the default order, by entity. A row is made when it is read,
 * because all rows of a large device together need much memory.
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
