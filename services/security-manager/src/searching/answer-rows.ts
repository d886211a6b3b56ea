import type { FoundRow } from "../row-index/row-index.ts";
import type { CheckedQuery } from "../siql/checking/checked-query.ts";
import type { DatePeriod } from "../siql/operands/date-period.ts";
import { type HighlightNeeds, highlightRows } from "./highlight-rows.ts";
import type { SearchedDevice } from "./searched-estate.ts";

/**
 * Reads data that a rule's record contains but its index row does not. Each method reads one kind of data for several
 * rules. It returns a function from a rule's id to the data of this rule.
 */
export interface RecordSources {
  /**
   * Reads the documentation of rules. For each rule, the returned function returns an object with the rule's values by
   * property key.
   */
  props(ruleIds: readonly string[]): Promise<(ruleId: string) => object>;
  /**
   * Reads the number of hits of each rule in a period, and the time of the rule's last use. The last use may be outside
   * the period.
   */
  usage(ruleIds: readonly string[], period: DatePeriod): Promise<(ruleId: string) => object>;
  /** Reads how many hits each object in the columns of rules had in a period. */
  objectUsage(
    ruleIds: readonly string[],
    period: DatePeriod,
  ): Promise<(ruleId: string, column: UsedColumn, objectId: string) => number>;
}

/** Columns whose objects have hits of their own. */
const USED_COLUMNS = ["sources", "destinations", "services", "apps", "users"] as const;
type UsedColumn = (typeof USED_COLUMNS)[number];

interface Asked extends HighlightNeeds {
  readonly query: CheckedQuery;
  /** The devices by id. */
  readonly devices: ReadonlyMap<number, SearchedDevice>;
}

/**
 * Returns the records of rows as responses show them. Each record has the current name of its device and the members
 * that the query requests by `fields`.
 */
export async function answerRows(
  sources: RecordSources,
  rows: readonly FoundRow[],
  asked: Asked,
): Promise<readonly object[]> {
  if (rows.length === 0) return [];
  const { query, devices } = asked;
  const ruleIds = rows.map(({ id }) => id);
  const fields = new Map(query.fields.map((field) => [field.name, field]));
  const props = fields.has("props") ? await sources.props(ruleIds) : undefined;
  const period = fields.get("usage")?.period ?? fields.get("objUsage")?.period;
  const usage = fields.has("usage") && period ? await sources.usage(ruleIds, period) : undefined;
  const objects = fields.has("objUsage") && period ? await sources.objectUsage(ruleIds, period) : undefined;
  const highlights = fields.has("highlight") ? await highlightRows(asked, query, rows) : undefined;
  return rows.map(({ id, deviceId, record: { change, cutServices: _, ...record } }, place) => {
    const device = devices.get(deviceId ?? 0);
    return {
      ...record,
      ...(device && { ndDevice: { id: device.id, name: device.name } }),
      ...(objects && usedColumns(record, (column, objectId) => objects(id, column, objectId))),
      ...(props && { props: props(id) }),
      ...usage?.(id),
      ...(highlights && { highlight: highlights[place] }),
      ...(fields.has("change") && { change: change ?? null }),
      ...(fields.has("tfacount") && { tfacount: null }),
    };
  });
}

/**
 * Returns those columns of a record that `USED_COLUMNS` names. Each object in these columns gets its number of hits.
 */
function usedColumns(
  record: Readonly<Record<string, unknown>>,
  hitsOf: (column: UsedColumn, objectId: string) => number,
): Record<string, readonly object[]> {
  const columns: Record<string, readonly object[]> = {};
  for (const column of USED_COLUMNS) {
    const objects = record[column] as readonly { readonly matchId?: string }[] | undefined;
    if (objects) columns[column] = objects.map((one) => ({ ...one, hitcount: hitsOf(column, one.matchId ?? "") }));
  }
  return columns;
}
