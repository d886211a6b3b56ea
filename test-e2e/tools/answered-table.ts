import type { CalledTool } from "../clients/tools.ts";

export type Cell = string | number | boolean | null;

/** The structured content of a tool's answer, if the answer is a list. */
export interface AnsweredTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly returned: number;
  readonly total: number;
  readonly truncated: boolean;
  readonly notes: readonly string[];
}

/** Returns the structured content if it is a table, which has `columns` and `rows`. Otherwise returns undefined. */
export function tableOf({ structured }: CalledTool): AnsweredTable | undefined {
  return structured?.columns && structured.rows ? structured : undefined;
}

/** Returns each row as an object of its columns. */
export function recordsOf(answer: CalledTool): Readonly<Record<string, Cell>>[] {
  const table = tableOf(answer);
  if (!table) throw new Error(`no list: ${answer.text}`);
  return table.rows.map((row) =>
    Object.fromEntries(table.columns.map((column, place) => [column, row[place] ?? null])),
  );
}
