import { z } from "zod";
import type { Cell, Table } from "../answers/table.ts";

/** A column of a table of records. */
export interface RecordColumn<Record> {
  readonly name: string;
  readonly cell: (record: Record) => Cell;
  /** If present, the table has this column only if the function returns true for at least one record. */
  readonly shownFor?: (record: Record) => boolean;
}

/** Reads a page of the manager's records as a table. Refuses a response that lacks some records of the page. */
export type RecordPage = z.ZodType<Table>;

/**
 * Returns a reader of pages whose records fit the schema `record`. `columnsOf` returns additional columns for the
 * records of a page.
 */
export function recordPage<Schema extends z.ZodType>(
  record: Schema,
  columns: readonly RecordColumn<z.output<Schema>>[],
  columnsOf: (records: readonly z.output<Schema>[]) => readonly RecordColumn<z.output<Schema>>[] = () => [],
): RecordPage {
  return z
    .object({ total: z.int().min(0), count: z.int().min(0), results: z.array(record) })
    .refine(({ count, results }) => count === results.length)
    .transform(({ total, results }) => tableOf([...columns, ...columnsOf(results)], results, total));
}

function tableOf<Record>(columns: readonly RecordColumn<Record>[], records: readonly Record[], total: number): Table {
  const shown = columns.filter(({ shownFor }) => shownFor === undefined || records.some(shownFor));
  return {
    columns: shown.map(({ name }) => name),
    rows: records.map((record) => shown.map(({ cell }) => cell(record))),
    total,
  };
}
