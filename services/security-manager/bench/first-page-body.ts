import { checkQuery } from "../src/siql/checking/check-query.ts";
import { compileQuery } from "../src/siql/compiling/compile-query.ts";
import { compileSort } from "../src/siql/compiling/compile-sort.ts";
import { parseQuery } from "../src/siql/language/parse-query.ts";

/**
 * Returns the request that the service sends to the search engine for the first page of a query on the rules of the
 * given revisions.
 */
export function firstPageBody(text: string, revisions: readonly number[]): object {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  const checked = checkQuery(text, parsed.query, "secrule", { now: Date.now(), properties: new Map() });
  if (!checked.ok) throw new Error(`${text}: ${checked.error.message}`);
  const settings = { now: Date.now(), slots: new Map(), rangeClauses: 4_000 };
  const compiled = compileQuery(checked.query, { kind: "revisions", revisions }, settings);
  if (!compiled.ok) throw new Error(`${text}: ${compiled.message}`);
  return {
    query: { bool: { filter: [compiled.clause] } },
    ...{ sort: compileSort("secrule", []), from: 0, size: 10, track_total_hits: true },
    _source: ["row_id", "device", "record"],
  };
}
