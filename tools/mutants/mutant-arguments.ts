import { parseArgs } from "node:util";
import { tryParse } from "@network-access/service-runtime/try-parse";

export interface MutantOptions {
  readonly count: number;
  /** The same seed draws the same mutants from the same sources. */
  readonly seed: number;
  /** The beginning of the path of every mutated file. */
  readonly only: string;
}

const usage = `npm run mutants -- takes
  --count N       how many mutants are tried, 200 when left out
  --seed N        which ones, as an earlier run printed it; by chance when left out
  --only PREFIX   only files whose path begins so, e.g. libs/traffic-sets`;

/** Reads the arguments that follow `npm run mutants --`. */
export function readMutantArguments(
  args: readonly string[],
  randomSeed: number,
): { ok: true; options: MutantOptions } | { ok: false; problem: string } {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const options = { count: text("200"), seed: text(String(randomSeed)), only: text("") };
  const read = tryParse(() => parseArgs({ args: [...args], options }).values);
  if (!read.ok) return refuse(read.problem);
  const { count, seed, only } = read.parsed;
  if (!/^[1-9]\d{0,4}$/.test(count)) return refuse(`--count is "${count}"; 1 to 99999 works`);
  if (!/^\d{1,9}$/.test(seed)) return refuse(`--seed is "${seed}"; 0 to 999999999 works`);
  return { ok: true, options: { count: Number(count), seed: Number(seed), only } };
}

function refuse(problem: string): { ok: false; problem: string } {
  return { ok: false, problem: `${problem}\n${usage}` };
}
