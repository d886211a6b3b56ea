import { z } from "zod";
import type { Cell } from "../answers/table.ts";
import { textList } from "../answers/text-list.ts";
import { AddressObject, objectCell, ServiceObject } from "./object-cell.ts";
import { type RecordColumn, recordPage } from "./record-kind.ts";
import { DEVICE_COLUMNS, OF_DEVICE, timeCell } from "./row-columns.ts";
import { CONDITION_MEMBERS, conditionsOf } from "./rule-conditions.ts";

/** The members that security rules and NAT rules have. */
export const RULE_MEMBERS = {
  ...OF_DEVICE,
  matchId: z.string(),
  policy: z.object({ displayName: z.string() }),
  ruleNumber: z.int(),
  ruleName: z.string(),
  disabled: z.boolean(),
  sources: z.array(AddressObject),
  destinations: z.array(AddressObject),
  services: z.array(ServiceObject),
};

const RuleMembers = z.object(RULE_MEMBERS);
type RuleMembers = z.output<typeof RuleMembers>;

/**
 * The columns that identify a rule: its device, policy, id, number and name. The columns of `RULE_MATCH_COLUMNS` show
 * whether the rule is enabled, and its source, destination and service.
 */
export const RULE_NAME_COLUMNS: readonly RecordColumn<RuleMembers>[] = [
  ...DEVICE_COLUMNS,
  { name: "policy", cell: ({ policy }) => policy.displayName },
  { name: "ruleId", cell: ({ matchId }) => matchId },
  { name: "number", cell: ({ ruleNumber }) => ruleNumber },
  { name: "name", cell: ({ ruleName }) => ruleName },
];
export const RULE_MATCH_COLUMNS: readonly RecordColumn<RuleMembers>[] = [
  { name: "enabled", cell: ({ disabled }) => !disabled },
  { name: "source", cell: ({ sources }) => objectCell(sources) },
  { name: "destination", cell: ({ destinations }) => objectCell(destinations) },
  { name: "service", cell: ({ services }) => objectCell(services) },
];

const texts = z.array(z.string());

const SecurityRule = z.object({
  ...RULE_MEMBERS,
  ruleAction: z.string(),
  hitCount: z.int().optional(),
  lastUsed: z.string().nullable().optional(),
  props: z.record(z.string(), z.unknown()).optional(),
  change: z.object({ changedAt: z.string(), revision: z.int().nullable(), kind: z.string() }).nullable().optional(),
  highlight: z.object({ sources: texts, destinations: texts, services: texts }).optional(),
  tfacount: z.null().optional(),
});
type SecurityRule = z.output<typeof SecurityRule>;

const FIXED_COLUMNS: readonly RecordColumn<SecurityRule>[] = [
  ...RULE_NAME_COLUMNS,
  { name: "action", cell: ({ ruleAction }) => ruleAction },
  ...RULE_MATCH_COLUMNS,
];
const USAGE_COLUMNS: readonly RecordColumn<SecurityRule>[] = [
  { name: "hits", cell: ({ hitCount }) => hitCount ?? null },
  { name: "lastUsed", cell: ({ lastUsed }) => timeCell(lastUsed ?? null) },
];

/**
 * The columns for members that `fields` in a query adds to records. The hits of single objects are not among them: they
 * are shown in the objects' cells.
 */
const ADDED_COLUMNS: readonly RecordColumn<SecurityRule>[] = [
  ...USAGE_COLUMNS.map((column) => ({ ...column, shownFor: ({ hitCount }: SecurityRule) => hitCount !== undefined })),
  ...changeColumns([
    { name: "changedAt", cell: (change) => timeCell(change.changedAt) },
    { name: "changeKind", cell: ({ kind }) => kind },
    { name: "changeRevision", cell: ({ revision }) => revision },
  ]),
  {
    name: "highlight",
    cell: ({ highlight }) => highlightCell(highlight),
    shownFor: ({ highlight }) => highlight !== undefined,
  },
  { name: "tfacount", cell: () => null, shownFor: ({ tfacount }) => tfacount !== undefined },
];

/** Reads pages of rules that were queried with `fields(usage())`. The columns are always the same. */
export const RULES_WITH_USAGE = recordPage(SecurityRule, [...FIXED_COLUMNS, ...USAGE_COLUMNS]);
/**
 * Reads pages of rules. The table has fixed columns and one column for all conditions that have no fixed column. If the
 * query adds members to the records with `fields`, the table has a column for each of these members.
 */
export const RULES_AS_ASKED = recordPage(
  SecurityRule.extend(CONDITION_MEMBERS),
  [...FIXED_COLUMNS, { name: "conditions", cell: (rule) => textList(conditionsOf(rule)) }, ...ADDED_COLUMNS],
  propertyColumns,
);

type Change = NonNullable<SecurityRule["change"]>;

function changeColumns(columns: readonly RecordColumn<Change>[]): readonly RecordColumn<SecurityRule>[] {
  return columns.map(({ name, cell }) => ({
    name,
    cell: ({ change }) => (change ? cell(change) : null),
    shownFor: ({ change }) => change !== undefined,
  }));
}

/**
 * Returns a column for each property that any of the rules has. The name of a column is the property's name in queries.
 */
function propertyColumns(rules: readonly Pick<SecurityRule, "props">[]): readonly RecordColumn<SecurityRule>[] {
  const keys = new Set(rules.flatMap(({ props }) => Object.keys(props ?? {})));
  return [...keys].toSorted().map((key) => ({ name: `p.${key}`, cell: ({ props }) => propertyCell(props?.[key]) }));
}

function propertyCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  return Array.isArray(value) ? textList(value.map(printed)) : printed(value);
}

/** Prints the value of a property. According to the manager's interface description, the value can be any JSON. */
function printed(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function highlightCell(highlight: SecurityRule["highlight"]): string {
  const columns = Object.entries(highlight ?? {}).filter(([, names]) => names.length > 0);
  return columns.map(([column, names]) => `${column}: ${textList(names)}`).join("; ");
}
