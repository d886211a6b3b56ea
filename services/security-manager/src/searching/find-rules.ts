import { invalidInput } from "@network-access/service-runtime/failure";
import { compileQuery } from "../siql/compiling/compile-query.ts";
import { readQuery } from "./read-query.ts";
import type { SearchFailure, SearchNeeds } from "./search-entity.ts";
import { type SearchedEstate, selectDevices } from "./searched-estate.ts";

export type FoundRules =
  | { readonly ok: true; readonly ruleIds: ReadonlyMap<number, readonly string[]> }
  | { readonly ok: false; readonly failure: SearchFailure };

/** Returns the rules that a query finds, by device. A query that finds more than 10,000 rules is refused. */
export async function findRules(
  { rows, settings }: Pick<SearchNeeds, "rows" | "settings">,
  q: string,
  estate: SearchedEstate,
  signal?: AbortSignal,
): Promise<FoundRules> {
  const known = await settings(q);
  const read = readQuery(q, "secrule", known);
  if (!read.ok) return { ok: false, failure: { kind: "invalid-query", error: read.error } };
  const revisions = selectDevices(read.query.filters, estate).flatMap(({ revision }) => revision ?? []);
  const compiled = compileQuery(read.query, { kind: "revisions", revisions }, known);
  if (!compiled.ok) return { ok: false, failure: invalidInput("siql", compiled.message) };
  const { total, rows: found } = await rows.list("secrule", compiled.clause, signal);
  if (total > found.length)
    return {
      ok: false,
      failure: invalidInput("siql", `finds ${total} rules; ${found.length} work at once, so narrow the query`),
    };
  const ruleIds = new Map<number, string[]>();
  for (const { id, deviceId } of found) {
    const ofDevice = ruleIds.get(deviceId ?? 0) ?? [];
    ofDevice.push(id);
    ruleIds.set(deviceId ?? 0, ofDevice);
  }
  return { ok: true, ruleIds };
}
