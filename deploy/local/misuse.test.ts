import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { workspace } from "./workspace.ts";

/**
 * Runs a script of this folder, and returns its output and exit code. The environment of the script contains only PATH
 * and `environment`.
 */
function run(file: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, ["--no-warnings", join(import.meta.dirname, file), ...args], {
    cwd: workspace.root,
    encoding: "utf8",
    timeout: 30_000,
    env: { PATH: process.env.PATH, ...environment },
  });
}

test.each([
  [
    "issuer/print-token.ts",
    ["--email", "x\u001b[2J\u009b31m\r"],
    '"x\\u001b[2J\\u009b31m\\u000d" is not an email address',
  ],
  ["issuer/print-token.ts", ["--\u001b[2J"], "--\\u001b[2J"],
  ["run-rebuild.ts", ["inventory", "rebuild", "\u001b[2J"], "npm run inventory -- rebuild"],
  ["run-stack.ts", ["--\u001b[2J"], "--\\u001b[2J"],
])(
  "%s refuses arguments that are not understood with 64, and shows them without their controls",
  (file, args, words) => {
    const { status, stderr } = run(file, args);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(status).toBe(64);
  },
);

test("a rebuild whose settings can't be used names each of them, and ends with 78", () => {
  const { status, stderr } = run("run-rebuild.ts", ["estate", "rebuild"], { MONGO_URL: "somewhere" });
  expect(stderr).toBe(
    "the environment can't be used\n  MONGO_URL: must be a mongodb address\n  MONGO_DATABASE: is missing\n  OPENSEARCH_URL: is missing\n",
  );
  expect(status).toBe(78);
});
