import { z } from "zod";
import type { Cell, Table } from "../answers/table.ts";
import type { Asking } from "../manager/found.ts";
import type { ManagerResult } from "../manager/manager.ts";
import { RULES_WITH_USAGE } from "../records/rule-record.ts";
import { COUNT_ENDPOINT, queryPath, searchEndpoint } from "../siql/siql-endpoints.ts";

/** The endpoint that searches rules. */
export const RULE_ENDPOINT = searchEndpoint("secrule");

/**
 * The number of rules on a page. With so few rules, the manager can return a page even if the rules refer to very many
 * objects.
 */
const PAGE_SIZE = 100;

/**
 * Reads the rules that a query finds, page by page, until their text is longer than `budget` characters. The query must
 * end with `fields(usage())`.
 */
export async function findRules({ manager, call }: Asking, q: string, budget: number): Promise<ManagerResult<Table>> {
  const rows: (readonly Cell[])[] = [];
  for (let page = 0, size = 0; ; page++) {
    const path = queryPath(RULE_ENDPOINT, { q, page, pageSize: PAGE_SIZE });
    const found = await manager.get(path, RULES_WITH_USAGE, call);
    if (!found.ok) return found;
    const { columns, rows: more, total } = found.value;
    rows.push(...more);
    size += more.reduce((sum, row) => sum + JSON.stringify(row).length + 1, 0);
    if (size > budget || more.length < PAGE_SIZE || rows.length >= total)
      return { ok: true, value: { columns, rows, total: Math.max(total, rows.length) } };
  }
}

const CountAnswer = z.object({ total: z.int().min(0) });

/** Counts the rules that a query finds. */
export async function countRules({ manager, call }: Asking, q: string): Promise<ManagerResult<number>> {
  const path = queryPath(COUNT_ENDPOINT, { q, countType: "SECURITYRULE" });
  const found = await manager.get(path, CountAnswer, call);
  return found.ok ? { ok: true, value: found.value.total } : found;
}
