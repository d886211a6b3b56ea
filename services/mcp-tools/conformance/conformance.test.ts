import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { freePort } from "@network-access/testkit/free-port";
import { type MainProcess, startMainProcess } from "@network-access/testkit/main-process";

jest.setTimeout(600_000);

const MAIN = new URL("../src/main-conformance.ts", import.meta.url);
const require = createRequire(import.meta.url);
const SUITE = dirname(require.resolve("@modelcontextprotocol/conformance/package.json"));

let port: number;
let profile: MainProcess;
beforeAll(async () => {
  port = await freePort();
  profile = await startMainProcess(MAIN, { DRAIN_SECONDS: "0", LOG_LEVEL: "warn" }, { port });
});
afterAll(() => profile?.stop());

test.each([
  ["2026-07-28", 36, 37],
  ["2025-11-25", 24, 30],
])(
  "at %s the suite passes %i of %i scenarios, and fails only where a stream is needed",
  async (revision, passing, all) => {
    const required = readRequired(revision);
    // The suite exits with an error in two cases: if a scenario fails that is not listed in the file of expected
    // failures, and if a listed scenario passes.
    const { code, output } = await runNode([
      join(SUITE, "dist/index.js"),
      ...["server", "--url", `http://127.0.0.1:${port}/mcp`, "--requirements", revision],
      ...["--expected-failures", join(import.meta.dirname, `expected-failures-${revision}.yml`)],
    ]);
    const passed = [...output.matchAll(/^✓ (\S+):/gm)]
      .map(([, name = ""]) => name)
      .filter((name) => required.has(name));
    expect({ code, passing: passed.length, all: required.size, output }).toEqual({ code: 0, passing, all, output });
  },
);

describe("the profile does not start", () => {
  test.each([
    [{ NODE_ENV: "production" }, "NODE_ENV: the conformance profile has fixtures instead of tools"],
    [{ HOST: "0.0.0.0" }, "HOST: the conformance profile asks for no key"],
  ])("with %j", async (environment, reason) => {
    const { code, output } = await runNode([fileURLToPath(MAIN)], environment);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(reason) });
  });
});

/**
 * The path of the MCP Inspector's program. Without it, the tests below are not run. The Inspector is not a dependency
 * of this package, because it contains a web application.
 */
const inspector = process.env.MCP_INSPECTOR;
for (const era of inspector ? ["legacy", "auto", "modern"] : [])
  test(`the Inspector lists and calls tools, with the era "${era}"`, async () => {
    const home = mkdtempSync(join(tmpdir(), "inspector-"));
    const inspect = async (method: string, ...args: string[]) => {
      const target = ["--cli", `http://127.0.0.1:${port}/mcp`, "--transport", "http", "--protocol-era", era];
      const { code, output } = await runNode([inspector ?? "", ...target, "--method", method, ...args], { HOME: home });
      return { code, answer: code === 0 ? JSON.parse(output) : output };
    };
    const listed = await inspect("tools/list");
    expect(listed.answer.tools.map(({ name }: { name: string }) => name)).toContain("test_simple_text");
    const called = await inspect("tools/call", "--tool-name", "test_simple_text");
    expect(called).toMatchObject({ code: 0, answer: { structuredContent: { text: expect.any(String) } } });
    // The Inspector exits with code 5 if the tool refuses.
    expect(await inspect("tools/call", "--tool-name", "test_error_handling")).toMatchObject({ code: 5 });
    rmSync(home, { recursive: true });
  });

/** Returns the names of the scenarios that the suite requires a server to pass at this revision of the protocol. */
function readRequired(revision: string): ReadonlySet<string> {
  const text = readFileSync(join(SUITE, `requirements/${revision}.yaml`), "utf8");
  const [, list = ""] = /^server:\n((?: {2}- .+\n)+)/m.exec(text) ?? [];
  return new Set([...list.matchAll(/- (\S+)/g)].map(([, name = ""]) => name));
}

async function runNode(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const ran = promisify(execFile)(process.execPath, ["--no-warnings", ...args], { env: environment });
  return ran.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}
