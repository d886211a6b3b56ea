import { presentRows, printTable, type TableFrame } from "./print-table.ts";
import type { Table } from "./table.ts";
import type { ToolOutcome } from "./tool.ts";

/** The most characters of a text and of a structured content, if a tool has no other budget. */
export const BUDGET = 24_000;

interface Surroundings {
  /** Lines before the table. Texts of the estate in them have passed `estateText`. */
  readonly lead: readonly string[];
  /** The likely causes and next steps, if there are no rows. */
  readonly empty: readonly string[];
  /** How to get the rows that the answer lacks. It follows "Rows 1 to 20 of 350 are shown.". */
  readonly rest: (returned: number) => string;
  readonly budget?: number;
  /** Further members of the structured content. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * Answers a list with as many of its first rows as fit into the budget. The text has the notes, then a line of columns
 * and a line a row, tab-separated. Each line begins with "#" or the number of its row; null is printed as "null".
 */
export function tableAnswer(
  table: Table,
  { lead, empty, rest, budget = BUDGET, extra = {} }: Surroundings,
): ToolOutcome {
  const frame: TableFrame = {
    notes: (returned) => [...lead, ...countNotes(table.total, returned, empty, rest)],
    extra: () => extra,
    budget,
  };
  const { printed, fitting } = printTable(table, frame);
  return presentRows(printed, frame, fitting);
}

function countNotes(
  total: number,
  returned: number,
  empty: readonly string[],
  rest: (returned: number) => string,
): readonly string[] {
  if (total === 0) return ["No rows.", ...empty];
  if (returned === 0) return [`None of ${total} rows is shown. ${rest(returned)}`];
  if (returned < total) return [`Rows 1 to ${returned} of ${total} are shown. ${rest(returned)}`];
  return [total === 1 ? "1 row." : `${total} rows.`];
}
