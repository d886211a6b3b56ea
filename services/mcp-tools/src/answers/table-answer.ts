import { presentRows, printTable, type TableFrame } from "./print-table.ts";
import type { Table } from "./table.ts";
import type { ToolOutcome } from "./tool.ts";

/**
 * The maximum number of characters of an answer, unless a tool sets another budget. It applies separately to the text
 * and to the structured content.
 */
export const BUDGET = 24_000;

interface Surroundings {
  /**
   * Lines before the table. If they contain texts from the estate, the caller must pass these texts through
   * `estateText`.
   */
  readonly lead: readonly string[];
  /** Lines that are added if there are no rows: the likely causes and the next steps. */
  readonly empty: readonly string[];
  /**
   * Returns a sentence that says how to get the rows that are not in the answer. In the text of the answer, this
   * sentence follows a sentence such as "Rows 1 to 20 of 350 are shown.".
   */
  readonly rest: (returned: number) => string;
  readonly budget?: number;
  /** Further members of the structured content besides the table. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * Returns an answer with the first rows of a table, as many as fit into the budget. The text begins with the notes. If
 * the table has rows, the notes are followed by a header line and one line for each returned row. The header line
 * contains "#" and the names of the columns. A row's line contains its number and its cells, separated by tabs. A null
 * cell is printed as "null".
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
