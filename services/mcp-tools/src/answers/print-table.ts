import { estateText, MOST_TEXT } from "./estate-text.ts";
import type { Cell, Table } from "./table.ts";
import type { ToolOutcome } from "./tool.ts";

/**
 * What an answer contains besides the rows of a table, and the size limit of the answer. The parameter `returned` is
 * the number of rows in the answer, which are the first rows of the table.
 */
export interface TableFrame {
  /** Returns the lines that come before the table in the text. They are also the `notes` of the structured content. */
  readonly notes: (returned: number) => readonly string[];
  /** Returns further members of the structured content. */
  readonly extra: (returned: number) => Readonly<Record<string, unknown>>;
  /** The text and the structured content must each have fewer characters than this. */
  readonly budget: number;
}

/** The rows of a table, printed in two forms: `lines` for the text, and `cells` for the structured content. */
export interface PrintedTable {
  readonly table: Table;
  readonly lines: readonly string[];
  readonly cells: readonly (readonly Cell[])[];
  /**
   * `lineEnds[n]` is the total length of the first n lines. `cellEnds[n]` is the total length of the first n rows as
   * JSON. Both lengths are in characters and include separators.
   */
  readonly lineEnds: readonly number[];
  readonly cellEnds: readonly number[];
}

/** Cells are not cut to fewer characters than this. */
const LEAST_OF_CELL = 16;

/**
 * Prints all rows, and counts how many of the first rows fit into the budget (`fitting`).
 *
 * The first row may be too long for the budget, for example because it has very many columns. The function then halves
 * the maximum length of a cell and prints all rows again. It stops when the first row fits, or when another halving
 * would make the maximum smaller than `LEAST_OF_CELL`. `fitting` is at least 1 if there are rows.
 */
export function printTable(
  table: Table,
  frame: TableFrame,
): { readonly printed: PrintedTable; readonly fitting: number } {
  for (let mostOfCell = MOST_TEXT; ; mostOfCell = Math.floor(mostOfCell / 2)) {
    const printed = printCells(table, mostOfCell);
    const fitting = countFitting(printed, frame);
    if (fitting > 0 || table.rows.length === 0) return { printed, fitting };
    if (mostOfCell / 2 < LEAST_OF_CELL) return { printed, fitting: 1 };
  }
}

function printCells(table: Table, mostOfCell: number): PrintedTable {
  const cells = table.rows.map((row) => row.map((cell) => safeCell(cell, mostOfCell)));
  // Each line begins with the number of its row, so that a line never begins with a text from the estate.
  const lines = cells.map((row, index) => [index + 1, ...row.map(String)].join("\t"));
  return {
    table: { ...table, columns: table.columns.map((column) => estateText(column)) },
    lines,
    cells,
    lineEnds: endsOf(lines.map((line) => line.length + 1)),
    cellEnds: endsOf(cells.map((row) => JSON.stringify(row).length + 1)),
  };
}

/**
 * Returns the number of leading rows that fit into the budget together with the content that `frame` adds to the
 * answer.
 */
function countFitting(printed: PrintedTable, frame: TableFrame): number {
  for (let returned = printed.lines.length; returned > 0; returned--) {
    const rowsFit =
      (printed.lineEnds[returned] ?? 0) < frame.budget && (printed.cellEnds[returned] ?? 0) < frame.budget;
    if (rowsFit && fits(printed, frame, returned)) return returned;
  }
  return 0;
}

/** Returns an answer with the frame and the first `returned` rows. */
export function presentRows(printed: PrintedTable, frame: TableFrame, returned: number): ToolOutcome {
  return {
    kind: "answer",
    text: [...head(printed, frame, returned), ...printed.lines.slice(0, returned)].join("\n"),
    structured: structuredOf(printed, frame, returned, printed.cells.slice(0, returned)),
  };
}

function fits(printed: PrintedTable, frame: TableFrame, returned: number): boolean {
  const text = head(printed, frame, returned).join("\n").length + (printed.lineEnds[returned] ?? 0);
  const json = JSON.stringify(structuredOf(printed, frame, returned, [])).length + (printed.cellEnds[returned] ?? 0);
  return text < frame.budget && json < frame.budget;
}

function head({ table }: PrintedTable, frame: TableFrame, returned: number): string[] {
  const notes = [...frame.notes(returned)];
  return returned > 0 ? [...notes, ["#", ...table.columns].join("\t")] : notes;
}

function structuredOf(
  { table }: PrintedTable,
  frame: TableFrame,
  returned: number,
  rows: readonly (readonly Cell[])[],
): Readonly<Record<string, unknown>> {
  const truncated = returned < table.total;
  const notes = frame.notes(returned);
  return { columns: table.columns, rows, returned, total: table.total, truncated, notes, ...frame.extra(returned) };
}

function safeCell(cell: Cell, most: number): Cell {
  return typeof cell === "string" ? estateText(cell, most) : cell;
}

function endsOf(lengths: readonly number[]): number[] {
  const ends = [0];
  for (const length of lengths) ends.push((ends.at(-1) ?? 0) + length);
  return ends;
}
