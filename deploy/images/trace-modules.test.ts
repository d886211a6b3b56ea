import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { traceModules } from "./trace-modules.ts";
import { manifestSchema } from "./workspace-packages.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "network-access-traced-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const service = (dependencies: Record<string, string>) => ({
  folder: "services/one",
  manifest: { ...manifestSchema.parse({ name: "one", version: "1.0.0", dependencies }), exports: {} },
});
const library = {
  folder: "libs/two",
  manifest: { ...manifestSchema.parse({ name: "two", version: "1.0.0" }), exports: { "./used": "./src/used.ts" } },
};

function trace(files: Record<string, string>, dependencies: Record<string, string> = {}, runTimeFiles = {}) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const packages = new Map([
    ["one", service(dependencies)],
    ["two", library],
  ]);
  return traceModules("services/one/src/main.ts", { root, emitted: root, packages, runTimeFiles });
}

test("only modules that the entry reaches are found, also through exports, threads and dynamic imports", async () => {
  const traced = await trace(
    {
      "services/one/src/main.js": `import "./near.js"; await import("./late.js"); import fs from "node:fs";`,
      "services/one/src/near.js": `export * from "two/used"; import "third/part"; new URL("x", import.meta.url);`,
      "services/one/src/late.js": "",
      "services/one/src/thread.js": "",
      "services/one/src/unused.js": "",
      "services/one/schema.graphql": "",
      "libs/two/src/used.js": "",
      "libs/two/src/unused.js": "",
    },
    { two: "1", third: "1" },
    { "services/one/src/near.ts": { files: ["services/one/*.graphql"], threads: ["services/one/src/thread.ts"] } },
  );
  expect([...traced.modules].sort()).toEqual([
    "libs/two/src/used.js",
    "services/one/src/late.js",
    "services/one/src/main.js",
    "services/one/src/near.js",
    "services/one/src/thread.js",
  ]);
  expect([...traced.files]).toEqual(["services/one/schema.graphql"]);
  expect([...(traced.imports.get("services/one") ?? [])]).toEqual(["two", "third"]);
  expect(traced.exports.get("two")).toEqual(new Map([["./used", "libs/two/src/used.js"]]));
});

test("files of other packages are found for all modules that read them", async () => {
  const traced = await trace(
    {
      "services/one/src/main.js": `import "./near.js"; import.meta.url;`,
      "services/one/src/near.js": "import.meta.url;",
    },
    { page: "1" },
    {
      "services/one/src/main.ts": { packageFiles: { page: ["a.js"] } },
      "services/one/src/near.ts": { packageFiles: { page: ["b.js"] } },
    },
  );
  expect(traced.packageFiles.get("services/one")).toEqual({ page: ["a.js", "b.js"] });
});

test.each([
  ["a package that is no production dependency", `import "third";`, "services/one/package.json"],
  [
    "a module whose name is computed",
    "await import(process.argv[2] ?? '');",
    "imports a module whose name is computed",
  ],
  ["files that no table describes", `new URL("a", import.meta.url);`, "run-time-files.ts does not say which files"],
  ["what a package does not export", `import "two/hidden";`, "two/hidden, which two does not export"],
])("a module that needs %s is refused with its name", async (_, text, reason) => {
  const refused = trace({ "services/one/src/main.js": text }, { two: "1" });
  await expect(refused).rejects.toThrow("services/one/src/main.ts");
  await expect(refused).rejects.toThrow(reason);
});

test("files that a table describes, but that do not exist, are refused", async () => {
  const table = { "services/one/src/main.ts": { files: ["services/one/*.sdl"] } };
  await expect(trace({ "services/one/src/main.js": "import.meta.url;" }, {}, table)).rejects.toThrow(
    "services/one/*.sdl, which does not exist",
  );
});
