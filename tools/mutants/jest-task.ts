/** What a Jest process reads from its environment. */
export interface JestTask {
  /** The tests, in the order in which they run. */
  readonly tests: readonly string[];
  /**
   * The file that is replaced, and the text that is read in its place. Threads and programs that a test starts by
   * itself read the original file.
   */
  readonly replaced?: { readonly path: string; readonly source: string };
  /** The seed of property tests, so that the same mutants give the same result. */
  readonly seed: number;
}

export const JEST_TASK = "MUTANTS_JEST_TASK";

export function readJestTask(): JestTask {
  const text = process.env[JEST_TASK];
  if (text === undefined) throw new Error(`${JEST_TASK} is not set: this file is for npm run mutants`);
  return JSON.parse(text);
}
