import { presentRows, printTable, type TableFrame } from "../answers/print-table.ts";
import type { Table } from "../answers/table.ts";
import type { ToolOutcome } from "../answers/tool.ts";
import { betterPage, chooseRows, nextPage, type Page } from "./choose-page.ts";
import { MOST_ROWS } from "./siql-endpoints.ts";

/**
 * The number of characters that are reserved for advice on a better page. The advice is written only after the rows are
 * chosen.
 */
const ADVICE_ROOM = 400;

const EMPTY = [
  "The query is valid, but nothing that the user may see meets it.",
  "Texts are compared with case. Loosen one condition at a time, or use ~ to find a part of a text.",
];

/**
 * Returns an answer with one page of the rows that a query finds. The answer says which page contains the next rows.
 */
export function pageAnswer(table: Table, asked: Page, budget: number): ToolOutcome {
  const first = asked.page * asked.pageSize + 1;
  const frame = (advice: readonly string[], room: number): TableFrame => ({
    notes: (returned) => [...notesOf(table, first, returned, nextPage(asked, returned, table.total)), ...advice],
    extra: (returned) => {
      const next = nextPage(asked, returned, table.total);
      const truncated = first - 1 + returned < table.total;
      return { truncated, nextPage: next?.page ?? null, nextPageSize: next?.pageSize ?? null };
    },
    budget: room,
  });
  const { printed, fitting } = printTable(table, frame([], budget - ADVICE_ROOM));
  const returned = chooseRows(asked, table.rows.length, fitting);
  const better = returned < table.rows.length ? betterPage(asked, returned, fitting) : null;
  return presentRows(printed, frame(better ? [adviceOn(better, asked)] : [], budget), returned);
}

function notesOf({ total }: Table, first: number, returned: number, next: Page | null): readonly string[] {
  if (total === 0) return ["No rows.", ...EMPTY];
  if (returned === 0) return [`The page is behind the last row. There are ${total} rows; page 0 has the first.`];
  const last = first + returned - 1;
  const shown = `Rows ${first} to ${last} of ${total}.`;
  if (next) return [`${shown} Next: page ${next.page}, pageSize ${next.pageSize}, with the same query.`];
  if (last >= total) return [shown];
  return [
    `${shown} Pages reach the first ${MOST_ROWS} rows. Narrow the query, for example by device, to get the others.`,
  ];
}

function adviceOn(better: Page, { page, pageSize }: Page): string {
  const repeated = page * pageSize - better.page * better.pageSize;
  const repeating = repeated === 0 ? "" : ` It repeats ${repeated} rows.`;
  return `More rows would fit. Ask for page ${better.page}, pageSize ${better.pageSize} instead.${repeating}`;
}
