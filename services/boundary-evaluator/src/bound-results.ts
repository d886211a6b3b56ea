import type { JudgedResult, RuleRelation, Worded } from "./judging/judgement.ts";

/** Relations that one evaluation keeps. */
const MAX_RELATIONS = 10_000;
/** Bytes of results beyond which they keep witnesses only. */
const MAX_BYTES = 12 * 1_024 * 1_024;

/**
 * The same results within the size one evaluation may have: of too many relations the worst are kept, and the results
 * that lost some say so; of too large ones the residuals go, and are marked as truncated.
 */
export function boundResults(
  results: readonly JudgedResult[],
  { maxRelations = MAX_RELATIONS, maxBytes = MAX_BYTES } = {},
): readonly JudgedResult[] {
  const fewer = keepWorstRelations(results, maxRelations);
  return sizeOver(fewer, maxBytes) ? fewer.map(keepWitnesses) : fewer;
}

const badness = { Fail: 0, Error: 1, Review: 2, Pass: 3, none: 4 } as const;

function keepWorstRelations(results: readonly JudgedResult[], max: number): readonly JudgedResult[] {
  const total = results.reduce((sum, { rules }) => sum + rules.length, 0);
  if (total <= max) return results;
  const kept = new Map<JudgedResult, number>();
  let left = max;
  // The sort is stable: of equally bad ones those with lower ids come first.
  for (const result of [...results].sort((a, b) => badness[a.state ?? "none"] - badness[b.state ?? "none"])) {
    const count = Math.min(left, result.rules.length);
    kept.set(result, count);
    left -= count;
  }
  return results.map((result) => {
    const count = kept.get(result) ?? 0;
    if (count === result.rules.length) return result;
    const note = `${result.rules.length - count} relations are left out here: one evaluation keeps ${max}.`;
    return { ...result, rules: result.rules.slice(0, count), message: withNote(result.message, note) };
  });
}

function withNote(message: Worded | null, note: string): Worded {
  if (message === null) return { full: note, withoutAddresses: note };
  return { full: `${message.full} ${note}`, withoutAddresses: `${message.withoutAddresses} ${note}` };
}

function sizeOver(results: readonly JudgedResult[], max: number): boolean {
  let bytes = 0;
  for (const result of results) {
    // Without relations there is nothing to leave out, and most of a large set says nothing.
    if (result.rules.length === 0) continue;
    bytes += Buffer.byteLength(JSON.stringify(result));
    if (bytes > max) return true;
  }
  return false;
}

function keepWitnesses(result: JudgedResult): JudgedResult {
  const rules = result.rules.map(
    (relation): RuleRelation =>
      relation.residual === null ? relation : { ...relation, residual: { blocks: [], truncated: true } },
  );
  return { ...result, rules };
}
