import type { BenchRow } from "@network-access/testkit/bench-row";
import { compileRule } from "../src/judging/compiling/compile-rule.ts";
import { buildBoundarySet } from "../src/judging/indexing/boundary-set.ts";
import { judge } from "../src/judging/judge.ts";
import { evaluate } from "../src/judging/matching/evaluate.ts";
import { makeEstate } from "./estate.ts";
import { runFloor } from "./floor-loop.ts";

const seed = 20_261_121;

/**
 * Returns the rows of the benchmark for evaluation. The first two rows measure verdicts without explanations. They are
 * compared with a plain loop without an index, which is measured in the same run. The third row measures a verdict with
 * its full explanation.
 */
export async function evaluateBench(): Promise<BenchRow[]> {
  return [verdictRow(5_000, 10), verdictRow(10_000, 20), explanationRow()];
}

function verdictRow(boundaryCount: number, ruleCount: number): BenchRow {
  const estate = makeEstate(boundaryCount, ruleCount, seed);
  const began = performance.now();
  const set = buildBoundarySet(estate.boundaries, estate.resolution);
  const builtMs = performance.now() - began;
  const changed = estate.boundaries.map((one, index) => (index === 0 ? { ...one, revision: 2 } : one));
  const rebuiltMs = bestOf(3, () => buildBoundarySet(changed, estate.resolution, set));
  const compiledMs = bestOf(5, () => estate.rules.map((rule) => compileRule(rule, estate.resolution)));
  const rules = estate.rules.map((rule) => compileRule(rule, estate.resolution));
  const oursMs = bestOf(30, () => evaluate(rules, set, "any project"));
  const judgedMs = bestOf(10, () =>
    judge({ rules: estate.rules, projectId: "any project" }, set, estate.resolution, {}),
  );
  const floor = runFloor(
    set.boundaries.map(({ reach }) => reach),
    rules.map(({ traffic }) => traffic),
    15,
  );
  const pairs = [...evaluate(rules, set, "any project").byBoundary.values()].flat();
  const matches = pairs.filter((pair) => pair.kind === "related" && pair.isMatch).length;
  if (pairs.length !== floor.touched || matches !== floor.inside) {
    throw new Error(
      `the floor found ${floor.touched} touched and ${floor.inside} inside, we ${pairs.length} and ${matches}`,
    );
  }
  const all = boundaryCount * ruleCount;
  return {
    name: `${boundaryCount} boundaries x ${ruleCount} rules, verdicts only`,
    floorMs: floor.bestMs,
    oursMs,
    aim: 2,
    note: [
      floor.by,
      `seed ${seed}`,
      `${pairs.length} of ${all} pairs touch (${((100 * pairs.length) / all).toFixed(2)} %), ${matches} match`,
      `compile and index all ${builtMs.toFixed(0)} ms, after one change ${rebuiltMs.toFixed(0)} ms`,
      `compile the rules ${compiledMs.toFixed(2)} ms`,
      `judge with every text ${judgedMs.toFixed(2)} ms`,
    ].join("; "),
  };
}

/**
 * Measures the evaluation of one rule against one boundary that the rule overlaps. The evaluation produces the
 * relation, the witness, the residual, the message and the state reason.
 *
 * The reported time is for a rule with one source network and one destination network. The note of the row contains the
 * time with groups of about 96 address ranges.
 */
function explanationRow(): BenchRow {
  const { boundaries, rules, resolution } = makeEstate(1, 1, seed);
  const [boundary] = boundaries;
  const [rule] = rules;
  if (boundary === undefined || rule === undefined) throw new Error("the estate is empty");
  const any = { type: "Any" as const, negate: null };
  const set = buildBoundarySet([{ ...boundary, action: "Fail" }], resolution);
  const request = { rules: [{ ...rule, sources: [any] }], projectId: "any project" };
  const rounds = 200;
  const wideMs = bestOf(10, () => repeat(rounds, () => judge(request, set, resolution, {}))) / rounds;
  const plain = { ...boundary, action: "Fail" as const, sources: [any], destinations: [cidr("10.9.0.0/16")] };
  const plainSet = buildBoundarySet(
    [{ ...plain, services: [{ type: "TCP", portStart: 22, portEnd: 22 }] }],
    resolution,
  );
  const plainRule = { ...rule, sources: [cidr("10.1.0.0/16")], destinations: [cidr("10.0.0.0/8")] };
  const plainRequest = { rules: [{ ...plainRule, services: [{ type: "AllTCP" as const }] }], projectId: "any project" };
  const plainMs = bestOf(10, () => repeat(rounds, () => judge(plainRequest, plainSet, resolution, {}))) / rounds;
  const barMs = 1;
  return {
    name: "one verdict with full explanation",
    floorMs: barMs,
    oursMs: plainMs,
    aim: 1,
    note: `the bar is a millisecond: microseconds are asked for; one network a side, rule compiled each time; with 96 ranges a side ${(wideMs * 1e3).toFixed(0)} microseconds`,
  };
}

function cidr(text: string) {
  return { type: "Cidr" as const, negate: null, cidr: text, comparison: null };
}

function repeat(rounds: number, work: () => unknown): void {
  for (let round = 0; round < rounds; round += 1) work();
}

function bestOf(passes: number, work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < passes; pass += 1) {
    const from = performance.now();
    work();
    best = Math.min(best, performance.now() - from);
  }
  return best;
}
