import { invalidInput } from "@network-access/service-runtime/failure";
import { beginMemorySection } from "@network-access/service-runtime/request-context";
import { compileQuery } from "../siql/compiling/compile-query.ts";
import { compileSort } from "../siql/compiling/compile-sort.ts";
import { answerRows } from "./answer-rows.ts";
import { readQuery } from "./read-query.ts";
import type { SearchFailure, SearchNeeds } from "./search-entity.ts";
import { type SearchedEstate, selectDevices } from "./searched-estate.ts";

const READ_AT_ONCE = 1_000;

export type RuleStream =
  | { readonly ok: true; readonly parts: AsyncIterable<string> }
  | { readonly ok: false; readonly failure: SearchFailure };

/**
 * Returns the rules that a query finds, as parts of one JSON array. Searches only the revisions that are current when
 * the response begins. The last part contains the closing bracket, so an interrupted response is not valid JSON.
 */
export async function streamRules(
  { rows, records, settings }: SearchNeeds,
  q: string,
  estate: SearchedEstate,
  signal: AbortSignal,
): Promise<RuleStream> {
  const known = await settings(q);
  const read = readQuery(q, "secrule", known);
  if (!read.ok) return { ok: false, failure: { kind: "invalid-query", error: read.error } };
  const devices = selectDevices(read.query.filters, estate);
  const revisions = devices.flatMap(({ revision }) => revision ?? []);
  const compiled = compileQuery(read.query, { kind: "revisions", revisions }, known);
  if (!compiled.ok) return { ok: false, failure: invalidInput("q", compiled.message) };
  const { clause } = compiled;
  const seen = new Map(devices.map((device) => [device.id, device]));
  const asked = { ...known, query: read.query, devices: seen, objects: rows, signal };

  async function* parts(): AsyncGenerator<string> {
    let after: readonly unknown[] | undefined;
    let separator = "[";
    let size = READ_AT_ONCE;
    const sorted = { clause, sort: compileSort("secrule", []), from: 0, counted: false };
    for (;;) {
      const endSection = beginMemorySection();
      const found = await rows.search("secrule", { ...sorted, size, ...(after && { after }) }, signal);
      if (found === "too-large") {
        if (size === 1) throw new Error("one rule is larger than an answer");
        size = Math.ceil(size / 2);
        endSection();
        continue;
      }
      after = found.rows.at(-1)?.at;
      if (found.rows.length > 0) {
        const answered = await answerRows(records, found.rows, asked);
        yield separator + answered.map((record) => JSON.stringify(record)).join(",");
        separator = ",";
      }
      endSection();
      if (found.rows.length < size) break;
    }
    yield separator === "[" ? "[]" : "]";
  }
  // Reads the first part before the response begins. If this fails, the response can still have an error status.
  const rest = parts();
  const first = await rest.next();
  return { ok: true, parts: first.done ? rest : behind(first.value, rest) };
}

async function* behind(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
