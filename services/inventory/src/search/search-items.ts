import type { FieldError } from "@network-access/firewall-rules/field-error";
import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import { RESULT_WINDOW } from "../search-index/index-mapping.ts";
import { guardQuery } from "./guard-query.ts";
import type { FoundItem, ItemSearch } from "./item-search.ts";
import { parseSort } from "./parse-sort.ts";

export const DEFAULT_SIZE = 20;
export const LARGEST_SIZE = 1_000;

/** The arguments of a search. Null has the same meaning as absent. */
export interface SearchArguments {
  readonly query: string | null;
  readonly sort: string | null;
  readonly from: number | null;
  readonly size: number | null;
}

export interface FoundPage {
  /** `total` is exact up to 10,000. If there are more matches, it is 10,000. */
  readonly pageInfo: { readonly total: number; readonly from: number; readonly size: number };
  readonly items: readonly FoundItem[];
}

/** Returns one page of the items that match a query. All errors of the arguments are returned together. */
export async function searchItems(
  { itemSearch }: { readonly itemSearch: Pick<ItemSearch, "search"> },
  asked: SearchArguments,
): Promise<{ readonly ok: true; readonly page: FoundPage } | { readonly ok: false; readonly failure: Failure }> {
  const { from, size, errors } = pageOf(asked);
  const sort = parseSort(asked.sort ?? "");
  if (!sort.ok) errors.push({ path: "sort", message: sort.problem });
  const written = asked.query ?? "";
  const guarded = isBlank(written) ? null : guardQuery(written);
  if (guarded && !guarded.ok) errors.push({ path: "query", message: guarded.problem });
  if (!sort.ok || (guarded && !guarded.ok) || errors.length > 0)
    return { ok: false, failure: { kind: "invalid-input", fields: errors } };

  const answer = await itemSearch.search({ query: guarded?.text ?? null, sort: sort.sort, from, size });
  if (answer.ok) return { ok: true, page: { pageInfo: { total: answer.total, from, size }, items: answer.items } };
  if (answer.kind === "late")
    return {
      ok: false,
      failure: { kind: "timeout", message: "the search took longer than 5 s; ask for something narrower" },
    };
  const { problem, column } = answer;
  const place = guarded && column !== null ? `position ${guarded.positionOf(column)}: ` : "";
  return { ok: false, failure: invalidInput("query", `${place}${problem}`) };
}

function pageOf(asked: SearchArguments) {
  const from = asked.from ?? 0;
  const size = asked.size ?? DEFAULT_SIZE;
  const errors: FieldError[] = [];
  if (from < 0) errors.push({ path: "from", message: `is ${from}; 0 and more work` });
  if (size < 1 || size > LARGEST_SIZE) errors.push({ path: "size", message: `is ${size}; 1 to ${LARGEST_SIZE} work` });
  else if (from + size > RESULT_WINDOW)
    errors.push({
      path: "from",
      message: `with size ${size} the page ends at ${from + size}, and pages end at ${RESULT_WINDOW}; narrow the query, such as with a region, a type or lastSeenAt, to see what lies beyond`,
    });
  return { from, size, errors };
}

function isBlank(query: string): boolean {
  return /^[ \t\n\r\u3000]*$/.test(query);
}
