import { z } from "zod";
import type { Cell, Table } from "../answers/table.ts";

/** A column of a table of records. */
export interface RecordColumn<Record> {
  readonly name: string;
  readonly cell: (record: Record) => Cell;
  /** If present, the table has this column only if the function returns true for at least one record. */
  readonly shownFor?: (record: Record) => boolean;
}

/**
 * Parses a page of the manager's records into a table. Refuses a response whose `count` differs from the number of its
 * records.
 */
export type RecordPage = z.ZodType<Table>;

/**
 * Returns a schema that parses a page of records and converts it to a table. Each record must fit the schema `record`.
 * The columns of the table come from `columns`, and then from `columnsOf`, which returns additional columns for the
 * records of the page.
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
