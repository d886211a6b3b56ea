import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { buildSchema } from "graphql";
import { differences, readOperations, readTypedDicts } from "./python-answers.ts";

/**
 * These tests compare the Python example with the schema, and check the types of the example. They run without Python.
 */

const require = createRequire(import.meta.url);
const folder = join(import.meta.dirname, "../python");
const read = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8");
const schema = buildSchema(read("../../../gateway/api-schema.graphql"));
const python = read("../python/operations.py");
const copies = mkdtempSync(join(tmpdir(), "python-example-"));
afterAll(() => rmSync(copies, { recursive: true, force: true }));

const differencesIn = (text: string) =>
  [...readOperations(text)].flatMap(([name, operation]) => differences(schema, readTypedDicts(text), name, operation));

test("each operation has a TypedDict of its name with exactly the members of its answer", () => {
  expect([...readOperations(python).keys()]).toEqual(["Draft", "Save", "Verdict", "Page"]);
  expect(differencesIn(python)).toEqual([]);
});

test.each([
  [
    "a member that may be null",
    "stateReason: str | None",
    "stateReason: str",
    "Evaluation.stateReason is str and should be str | None",
  ],
  ["a member that is not selected", "items { id name", "items { id", "ListedRequest.name is not selected"],
  [
    "a field without a member",
    "    updatedAt: str\n\n\nclass PageInfo",
    "\n\nclass PageInfo",
    "ListedRequest has no updatedAt",
  ],
  [
    "another type",
    "revision: int\n    state: State\n\n",
    "revision: str\n    state: State\n\n",
    "SavedRequest.revision is str and should be int",
  ],
  ["a value that is missing", '"Review", "Error"]', '"Review"]', "Evaluation.state is"],
])("%s is detected", (_, from, to, problem) => {
  expect(python).toContain(from);
  expect(differencesIn(python.replace(from, to)).join("\n")).toContain(problem);
});

test("the state event has the members that the guide names, typed as in the graph", () => {
  const [, row = ""] = /^\| `state` +\| ([^|]*)\|/m.exec(read("../../live-state.md")) ?? [];
  const named = [...row.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  const event = readTypedDicts(python).get("StateEvent");
  expect([...(event?.keys() ?? [])]).toEqual(named);
  // `ChangeRequest` has no field `attempt` in the GraphQL API.
  const inGraph = named.filter((name) => name !== "attempt");
  const operation = `query ShownRequest { changeRequest(id: "") { ${inGraph.join(" ")} } }`;
  const members = new Map([...(event ?? [])].filter(([name]) => name !== "attempt"));
  const dicts = new Map([
    ["StateEvent", members],
    ["ShownRequest", new Map([["changeRequest", "StateEvent | None"]])],
  ]);
  expect(differences(schema, dicts, "ShownRequest", operation)).toEqual([]);
  expect(event?.get("attempt")).toBe("int | None");
});

test("the example type-checks against the standard library of Python 3.11", () => {
  expect(checkTypes(folder)).toMatch(/^0 errors, 0 warnings/m);
});

test("a misspelt member in the example is detected", () => {
  cpSync(folder, copies, { recursive: true });
  const story = join(copies, "request_access.py");
  const text = readFileSync(story, "utf8");
  writeFileSync(story, text.replace('saved["revision"]', 'saved["revison"]'));
  expect(readFileSync(story, "utf8")).not.toBe(text);
  expect(checkTypes(copies)).toContain('"revison" is not a defined key in "SavedRequest"');
});

/** Returns the output of pyright, which runs without Python. */
function checkTypes(cwd: string): string {
  const pyright = join(dirname(require.resolve("pyright/package.json")), "index.js");
  const args = [pyright, "--pythonversion", "3.11", "--pythonplatform", "Linux", "."];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8", env: { PATH: "" } });
  return stdout + stderr;
}
