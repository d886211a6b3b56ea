import { z } from "zod";

export type Cell = string | number | boolean | null;

export interface Table {
  readonly columns: readonly string[];
  /** The cells of each row are in the order of the columns. */
  readonly rows: readonly (readonly Cell[])[];
  /** The number of all rows, including rows that are not in `rows`. */
  readonly total: number;
}

/**
 * The schema of the structured content of an answer with a table. `notes` contains the lines of the answer's text that
 * are not part of the table.
 */
export const TABLE_OUTPUT = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  returned: z.int(),
  total: z.int(),
  truncated: z.boolean(),
  notes: z.array(z.string()),
});
