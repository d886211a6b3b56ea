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
 * The stored form of the boundaries that applied to one evaluation, ordered by id. It contains all that is needed to
 * build the silent results of the evaluation. A silent result belongs to a boundary that the request does not touch. It
 * has no state, match, message or relation.
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
 * Returns one result for each boundary of the set: the boundary's result in `touched`, or a silent result if `touched`
 * contains none. A silent result has no state, match, message or relation.
 */
export function withSilentResults(set: StoredBoundarySet, touched: readonly JudgedResult[]): JudgedResult[] {
  const byId = new Map(touched.map((result) => [result.boundaryId, result]));
  return set.map((boundary) => byId.get(boundary.id) ?? silentResult(boundary));
}

/** Returns the results that have a state, a match, a message or a relation. */
export function touchedResults(results: readonly JudgedResult[]): JudgedResult[] {
  return results.filter(saysSomething);
}
