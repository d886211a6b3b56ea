/** What a Jest process reads from its environment. */
export interface JestTask {
  /** The tests, in the order in which they run. */
  readonly tests: readonly string[];
  /**
   * `path` is the file to replace, and `source` is the text that Node loads instead. Threads and programs that a test
   * starts read the original file.
   */
  readonly replaced?: { readonly path: string; readonly source: string };
  /** The seed of property tests. With the same seed, a mutant gives the same result again. */
  readonly seed: number;
}

export const JEST_TASK = "MUTANTS_JEST_TASK";

export function readJestTask(): JestTask {
  const text = process.env[JEST_TASK];
  if (text === undefined) throw new Error(`${JEST_TASK} is not set: this file is for npm run mutants`);
  return JSON.parse(text);
}
