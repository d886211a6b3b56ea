import type { JudgedResult, Message, RuleRelation } from "./model/judgement.ts";

/** The largest number of relations in one evaluation. */
const MAX_RELATIONS = 10_000;
/**
 * If the JSON of all results with relations has more bytes than this, each relation loses the blocks of its `residual`
 * and keeps its `witness`.
 */
const MAX_BYTES = 12 * 1_024 * 1_024;

/**
 * The result of one boundary, before its relations to rules are computed. Each entry of `related` is a pair of this
 * boundary and a rule whose relation is still to be computed.
 */
export interface OpenResult<Pair> {
  readonly result: JudgedResult;
  readonly related: readonly Pair[];
}

/**
 * Adds the relations to the results, within the size limits of one evaluation.
 * - At most `maxRelations` relations are kept. Results with a worse state get their relations first. If relations of a
 *   result are left out, the message of the result says how many.
 * - If the results are larger than `maxBytes`, all residuals are dropped and marked as truncated.
 *
 * `explain` is called only for relations that are kept. The limits therefore also bound the computation for a request
 * that touches every boundary.
 */
export function boundResults<Pair>(
  open: readonly OpenResult<Pair>[],
  explain: (pair: Pair, withResidual: boolean) => RuleRelation,
  { maxRelations = MAX_RELATIONS, maxBytes = MAX_BYTES } = {},
): readonly JudgedResult[] {
  const kept = keepWorst(open, maxRelations);
  let bytes = 0;
  const explained = kept.map(({ result, related }): JudgedResult => {
    // A result without relations stays unchanged. Most results of a large boundary set have none.
    if (related.length === 0) return result;
    bytes += sizeOf(result);
    const rules = related.map((pair) => {
      const relation = explain(pair, bytes <= maxBytes);
      if (bytes <= maxBytes) bytes += sizeOf(relation);
      return relation;
    });
    return { ...result, rules };
  });
  return bytes > maxBytes ? explained.map(keepWitnesses) : explained;
}

const badness = { Fail: 0, Error: 1, Review: 2, Pass: 3, none: 4 } as const;

function keepWorst<Pair>(open: readonly OpenResult<Pair>[], max: number): readonly OpenResult<Pair>[] {
  const total = open.reduce((sum, { related }) => sum + related.length, 0);
  if (total <= max) return open;
  const kept = new Map<OpenResult<Pair>, number>();
  let left = max;
  // The sort is stable, so equally bad results stay in the order of ids.
  for (const one of open.toSorted((a, b) => badnessOf(a.result) - badnessOf(b.result))) {
    const count = Math.min(left, one.related.length);
    kept.set(one, count);
    left -= count;
  }
  return open.map((one) => {
    const { result, related } = one;
    const count = kept.get(one) ?? 0;
    if (count === related.length) return one;
    const note = `${related.length - count} relations are left out here: one evaluation keeps ${max}.`;
    return { result: { ...result, message: withNote(result.message, note) }, related: related.slice(0, count) };
  });
}

function badnessOf({ state }: JudgedResult): number {
  return badness[state ?? "none"];
}

function withNote(message: Message | null, note: string): Message {
  if (message === null) return { full: note, withoutAddresses: note };
  return { full: `${message.full} ${note}`, withoutAddresses: `${message.withoutAddresses} ${note}` };
}

function sizeOf(value: JudgedResult | RuleRelation): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function keepWitnesses(result: JudgedResult): JudgedResult {
  if (result.rules.length === 0) return result;
  const rules = result.rules.map(
    (relation): RuleRelation =>
      relation.residual === null ? relation : { ...relation, residual: { blocks: [], truncated: true } },
  );
  return { ...result, rules };
}
