import { generatedDevice } from "./generated-device.ts";
import type { LoadedEstate } from "./load-estate.ts";
import type { SetQuery } from "./set-queries.ts";
import { isFound, walkRules } from "./walked-rules.ts";

/** A rule, identified by the id of its device and its position among the rules of the device, counted from 0. */
interface RulePlace {
  readonly device: number;
  readonly place: number;
}

/** The number of rules that a query finds, and the first of these rules. */
export interface RuleAnswer {
  readonly total: number;
  readonly first: readonly RulePlace[];
}

/**
 * The expected answer to a query, computed from the snapshots: how many rules it finds, and the first of them in the
 * default order.
 */
interface Expected {
  total: number;
  readonly first: RulePlace[];
}

/**
 * Compares the answers to queries with the expected answers: the total number of rules, and the first `compared` rules
 * in order. Returns a sentence for each query whose answer differs, and in `found` the sum of the expected totals.
 */
export async function countDifferences(
  { devices, size }: LoadedEstate,
  queries: readonly SetQuery[],
  compared: number,
  ask: (query: SetQuery) => Promise<RuleAnswer>,
): Promise<{ readonly differences: readonly string[]; readonly found: number }> {
  const expected = new Map<SetQuery, Expected>(queries.map((query) => [query, { total: 0, first: [] }]));
  const numbered = devices.map(({ id }, at) => ({ id, number: at + 1 }));
  for (const { id, number } of numbered.toSorted((a, b) => a.id - b.id))
    for (const rule of walkRules(generatedDevice(number, size)))
      for (const [query, answer] of expected) {
        if (!isFound(rule, query)) continue;
        answer.total += 1;
        if (answer.first.length < compared) answer.first.push({ device: id, place: rule.place });
      }
  const differences: string[] = [];
  let found = 0;
  for (const [query, { total, first }] of expected) {
    const answer = await ask(query);
    const at = first.findIndex(({ device, place }, rank) => {
      const other = answer.first[rank];
      return other?.device !== device || other.place !== place;
    });
    const what = `${query.column} ${query.operator} ${query.text}`;
    if (answer.total !== total) differences.push(`${what}: ${answer.total} instead of ${total}`);
    else if (at >= 0 || answer.first.length !== first.length) differences.push(`${what}: another rule at ${at}`);
    found += total;
  }
  return { differences, found };
}
