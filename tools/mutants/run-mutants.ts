import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { readEquivalentMutants, setAsideEquivalent } from "./equivalent-mutants.ts";
import { findMutants, type Mutant, packageOf } from "./find-mutants.ts";
import { readMutantArguments } from "./mutant-arguments.ts";
import { orderByNearness } from "./order-by-nearness.ts";
import { printSummary, printSurvivor } from "./print-results.ts";
import { findRelatedTests, type JestEnd, killRunningTests, root, runTests, timeTests } from "./run-jest.ts";
import { sampleMutants } from "./sample-mutants.ts";

/**
 * The folders whose files are mutated. They contain the operations on traffic sets, the rule language, and the engine
 * that computes verdicts. A mistake there makes verdicts wrong.
 */
const mutated = ["libs/traffic-sets/src", "libs/firewall-rules/src", "services/boundary-evaluator/src/judging"];
/**
 * How long Jest may print nothing while it measures the duration of each test file. No test file takes this long, even
 * on a busy machine.
 */
const untimedSilenceMs = 300_000;
/** The time that Jest needs to start and to read its cache of the sources. */
const startMs = 25_000;

const read = readMutantArguments(process.argv.slice(2), Math.floor(Math.random() * 1_000_000));
if (!read.ok) {
  console.error(read.problem);
  process.exit(1);
}
const { count, seed, only } = read.options;
process.on("exit", killRunningTests);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

const all = mutated.flatMap((folder) => filesIn(folder)).flatMap((file) => findMutants(file, readSource(file)));
const { others, unused } = setAsideEquivalent(all, readEquivalentMutants());
const sample = sampleMutants(
  others.filter(({ file }) => file.startsWith(only)),
  count,
  seed,
);
if (sample.length === 0) {
  console.error(`Nothing of ${mutated.join(", ")} begins with "${only}"`);
  process.exit(1);
}
console.log(`${sample.length} of ${all.length} mutants, --seed ${seed}`);

const testsOf = await relatedTests(new Set(sample.map(({ file }) => file)));
const timesMs = await timeTests({ tests: [...new Set([...testsOf.values()].flat())], seed }, untimedSilenceMs);
const results = await tryAll(sample);
for (const { file, original, mutated } of unused)
  console.log(`\nNot a mutant any more, remove it from equivalent.json: ${file}\n  - ${original}\n  + ${mutated}`);
console.log(`\n${printSummary(results)}`);
process.exit(results.some(({ end }) => end === "passed") ? 1 : 0);

function filesIn(folder: string): string[] {
  const isSource = (file: string): boolean => !/\.(test|contract)\.ts$/.test(file);
  return globSync("**/*.ts", { cwd: join(root, folder) })
    .filter(isSource)
    .map((file) => `${folder}/${file}`)
    .sort();
}

function readSource(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/**
 * Returns, for each file, the tests that import it directly or through other files and that are in the file's package
 * or in a mutated folder. The nearest tests come first.
 */
async function relatedTests(files: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>> {
  const tests = new Map<string, readonly string[]>();
  for (const file of files) {
    const path = join(root, file);
    const folders = [packageOf(file), ...mutated].map((folder) => join(root, folder, "/"));
    const near = (await findRelatedTests(path)).filter((test) => folders.some((folder) => test.startsWith(folder)));
    tests.set(file, orderByNearness(near, path));
  }
  return tests;
}

/**
 * Runs the related tests against each mutant, and returns how each run ended. As many runs are concurrent as the
 * machine has processors.
 */
async function tryAll(mutants: readonly Mutant[]): Promise<readonly { mutant: Mutant; end: JestEnd }[]> {
  const results: { mutant: Mutant; end: JestEnd }[] = [];
  const waiting = mutants.values();
  const tryNext = async (): Promise<void> => {
    for (const mutant of waiting) {
      const end = await tryOne(mutant);
      results.push({ mutant, end });
      if (end === "passed") console.log(printSurvivor(mutant));
      if (results.length % 20 === 0) console.log(`${results.length} tried`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, tryNext));
  return results;
}

async function tryOne({ file, source }: Mutant): Promise<JestEnd> {
  const tests = testsOf.get(file) ?? [];
  if (tests.length === 0) return "passed";
  const longestMs = Math.max(...tests.map((test) => timesMs.get(test) ?? 0));
  return runTests({ tests, seed, replaced: { path: join(root, file), source: source() } }, startMs + 8 * longestMs);
}
