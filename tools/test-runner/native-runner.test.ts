import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { afterAll, expect, test } from "@jest/globals";

const folder = mkdtempSync(join(tmpdir(), "test-runner-"));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Writes each text to a test file and runs the files in one process, one after the other. Returns for each file the
 * number of failures and the message. A file that could not run has at least one failure.
 */
function run(texts: Readonly<Record<string, string>>): Record<string, readonly [failed: number, message: string]> {
  const globals = 'import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";\n';
  const files = Object.entries(texts).map(([name, text]) => {
    const file = join(folder, `${name}.test.mjs`);
    writeFileSync(file, globals + text);
    return file;
  });
  const runner = join(import.meta.dirname, "native-runner.ts");
  const config = { rootDir: folder, transform: {}, testMatch: ["**/*.test.mjs"], testRunner: runner, testTimeout: 500 };
  const results = join(folder, "results.json");
  const jest = resolve(import.meta.dirname, "../../node_modules/jest/bin/jest.js");
  const flags = ["--runInBand", "--json", `--outputFile=${results}`, `--config=${JSON.stringify(config)}`];
  spawnSync(process.execPath, [jest, ...flags, "--runTestsByPath", ...files], { timeout: 120_000 });
  const {
    testResults,
  }: { testResults: { name: string; message: string; status: string; assertionResults: object[] }[] } = JSON.parse(
    readFileSync(results, "utf8"),
  );
  return Object.fromEntries(
    testResults.map(({ name, message, status, assertionResults }) => {
      const failed = assertionResults.filter((result) => "status" in result && result.status === "failed").length;
      return [basename(name, ".test.mjs"), [status === "passed" ? 0 : Math.max(1, failed), message]];
    }),
  );
}

test("tests that fail or hang, hooks that fail and files that can't be loaded are failures", () => {
  const ended = run({
    passes: 'test("a", () => expect(1).toBe(1));',
    fails: 'test("a", () => expect(1).toBe(2)); test("b", () => {});',
    hangs: 'test("a", () => new Promise((resolve) => setTimeout(resolve, 2_000)));',
    hook: 'beforeAll(() => { throw new Error("no stack") }); test("a", () => {}); test("b", () => {});',
    rejects: 'test("a", async () => { Promise.reject(new Error("not awaited")); await new Promise(setImmediate); });',
    missing: 'import "./no-such-module.mjs"; test("a", () => {});',
    empty: "",
  });
  expect(Object.fromEntries(Object.entries(ended).map(([name, [failed]]) => [name, failed]))).toEqual({
    ...{ passes: 0, fails: 1, hangs: 1, hook: 2, rejects: 1, missing: 1, empty: 1 },
  });
  expect(ended.hangs?.[1]).toContain("Exceeded timeout of 500 ms");
  expect(ended.hook?.[1]).toContain("no stack");
  expect(ended.missing?.[1]).toContain("no-such-module");
});

test("changes through jest end with the test file, and hooks of a file run once", () => {
  // Only the first of two equal files sets a longer time limit. The limit must not apply to the second file, so the
  // test `waits` fails there.
  const text = `
    const began = [Math.random() < 1, Date.now() > 1e12];
    const waitOneSecond = (done) => setTimeout(done, 1_000);
    const isFirst = globalThis.ended === undefined;
    if (isFirst) jest.setTimeout(60_000);
    afterAll(() => { globalThis.ended = (globalThis.ended ?? 0) + 1; });
    test("began without changes", () => expect(began).toEqual([true, true]));
    test("the hook of the other file has run once", () => expect(globalThis.ended).toBe(isFirst ? undefined : 1));
    test("waits", () => new Promise(waitOneSecond));
    test("changes", () => {
      jest.spyOn(Math, "random").mockReturnValue(7);
      jest.useFakeTimers({ now: 0 });
      expect([Math.random(), Date.now()]).toEqual([7, 0]);
    });`;
  const ended = Object.values(run({ one: text, other: text })).toSorted(([one], [other]) => one - other);
  expect(ended).toEqual([
    [0, ""],
    [1, expect.stringMatching(/waits.*Exceeded timeout of 500 ms/s)],
  ]);
});

test("Jest handles the events of a test file once, however many files ran before", () => {
  const text = `
    const { length } = globalThis[Symbol.for("EVENT_HANDLERS")];
    globalThis.handlers ??= length;
    test("has as many handlers as the first file", () => expect(length).toBe(globalThis.handlers));`;
  expect(run({ one: text, other: text })).toEqual({ one: [0, ""], other: [0, ""] });
});
