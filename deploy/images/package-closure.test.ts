import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { findClosure } from "./package-closure.ts";

/**
 * The root of a repository in which packages are installed in pnpm's layout: each package is in a store, next to links
 * to the packages that it depends on.
 */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "network-access-closure-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const store = (name: string) => `node_modules/.pnpm/${name}@1.0.0/node_modules`;

function install(name: string, manifest: object = {}, files: readonly string[] = ["index.js"]): void {
  const all = { "package.json": JSON.stringify({ name, version: "1.0.0", ...manifest }) };
  for (const [file, text] of [...Object.entries(all), ...files.map((each) => [each, ""] as const)]) {
    const path = join(root, store(name), name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function link(place: string, name: string): void {
  const path = join(root, place, name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), join(root, store(name), name)), path);
}

function closureOf(names: readonly string[], packageFiles: Readonly<Record<string, readonly string[]>> = {}) {
  const traced = {
    imports: new Map([["services/one", new Set(names)]]),
    packageFiles: new Map([["services/one", packageFiles]]),
  };
  const { packages, links } = findClosure({ root, origins: new Map() }, traced);
  return { files: Object.fromEntries(packages.map(({ manifest, files }) => [manifest.name, files])), links };
}

test("a package is included with everything that it depends on, and with links to it", () => {
  install("web", { dependencies: { parser: "1" }, devDependencies: { checker: "1" } });
  install("parser");
  install("checker");
  link("services/one/node_modules", "web");
  for (const name of ["parser", "checker"]) link(store("web"), name);
  const { files, links } = closureOf(["web"]);
  expect(Object.keys(files)).toEqual(["parser", "web"]);
  expect([...links]).toEqual([
    ["services/one/node_modules/web", `${store("web")}/web`],
    [`${store("web")}/parser`, `${store("parser")}/parser`],
  ]);
});

test("an optional peer is included only if another package needs it, and an optional dependency if it is installed", () => {
  const optional = { peerDependenciesMeta: { proxy: { optional: true }, tracer: { optional: true } } };
  const peers = { peerDependencies: { proxy: "1", tracer: "1", graph: "1" } };
  install("driver", { ...peers, ...optional, optionalDependencies: { fast: "1", "other-platform": "1" } });
  for (const name of ["proxy", "tracer", "graph", "fast"]) {
    install(name);
    link(store("driver"), name);
  }
  for (const name of ["driver", "tracer"]) link("services/one/node_modules", name);
  const { files, links } = closureOf(["driver", "tracer"]);
  expect(Object.keys(files)).toEqual(["driver", "fast", "graph", "tracer"]);
  expect(links.get(`${store("driver")}/tracer`)).toBe(`${store("tracer")}/tracer`);
  expect(links.has(`${store("driver")}/proxy`)).toBe(false);
});

test("files that no process loads are left out", () => {
  const files = ["index.js", "index.d.ts", "index.js.map", "src/index.ts", "lib/data.json", ".bin/tool"];
  install("web", { dependencies: { "@types/web": "1" } }, files);
  link("services/one/node_modules", "web");
  expect(closureOf(["web"]).files).toEqual({ web: ["index.js", "lib/data.json", "package.json"] });
});

test("of a package that only serves files, these files and the licence are included", () => {
  install("page", { dependencies: { missing: "1" } }, ["page.js", "other.js", "LICENSE.txt"]);
  link("services/one/node_modules", "page");
  expect(closureOf([], { page: ["page.js"] }).files).toEqual({ page: ["package.json", "LICENSE.txt", "page.js"] });
});

test("a dependency that is not installed is an error with its place", () => {
  install("web", { dependencies: { parser: "1" } });
  link("services/one/node_modules", "web");
  expect(() => closureOf(["web"])).toThrow(`${store("web")}/parser is not installed`);
});
