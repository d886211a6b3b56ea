import { z } from "zod";
import { type JudgedResult, saysSomething } from "../judging/model/judgement.ts";
import { silentResult } from "../judging/model/silent-result.ts";
import type { Boundary } from "./boundary.ts";

const StoredBoundarySet = z.array(
  z.object({
    id: z.string(),
    uuid: z.string(),
    revision: z.int(),
    name: z.string(),
    action: z.enum(["Pass", "Fail", "Score"]),
    platforms: z.array(z.object({ name: z.string(), provider: z.string(), accountId: z.string() })).nullable(),
  }),
);
/**
 * The boundaries of one evaluation, ordered by id. Each is stored with the members from which its silent result is
 * built. A silent result has no state, match, message or relation, because the request does not touch the boundary.
 */
export type StoredBoundarySet = z.infer<typeof StoredBoundarySet>;

export function printBoundarySet(boundaries: readonly Boundary[]): string {
  const set: StoredBoundarySet = boundaries.map(({ id, uuid, revision, name, action, platforms }) => ({
    id,
    uuid,
    revision,
    name,
    action,
    platforms: platforms === null ? null : [...platforms],
  }));
  return JSON.stringify(set);
}

/** Reads a text that {@link printBoundarySet} wrote. */
export function parseBoundarySet(text: string): StoredBoundarySet {
  return StoredBoundarySet.parse(JSON.parse(text));
}

/**
 * Returns one result for each boundary of the set. A boundary without a result in `touched` gets a result without a
 * state, match, message or relation.
 */
export function withSilentResults(set: StoredBoundarySet, touched: readonly JudgedResult[]): JudgedResult[] {
  const byId = new Map(touched.map((result) => [result.boundaryId, result]));
  return set.map((boundary) => byId.get(boundary.id) ?? silentResult(boundary));
}

/** Returns the results that have a state, a match, a message or a relation. */
export function touchedResults(results: readonly JudgedResult[]): JudgedResult[] {
  return results.filter(saysSomething);
}
