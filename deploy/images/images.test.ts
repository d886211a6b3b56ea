import { createHash } from "node:crypto";
import { globSync, lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { workspace } from "@network-access/local-stack/workspace";
import { parse } from "yaml";
import { IMAGE_PROCESSES, type ImageProcess, MAINS_WITHOUT_IMAGE } from "./image-processes.ts";
import type { Tree } from "./plan-tree.ts";
import { createSbom } from "./sbom.ts";
import { withTrees } from "./with-trees.ts";
import { writeTree } from "./write-tree.ts";

const { root } = workspace;
const processes = Object.keys(IMAGE_PROCESSES) as ImageProcess[];
const SMALLEST = "inventory-rebuild";
const folder = mkdtempSync(join(tmpdir(), "network-access-images-"));
let trees: readonly Tree[] = [];
const tree = (name: ImageProcess) => {
  const found = trees.find(({ process }) => process === name);
  if (!found) throw new Error(`${name} was not planned`);
  return found;
};
const pathsOf = ({ entries }: Tree) => entries.map(({ path }) => path);

beforeAll(async () => {
  trees = await withTrees(root, processes, (planned) => {
    // Writes the tree of the smallest image. A test below compiles the modules a second time, writes a second tree of
    // this image, and compares it with the first one.
    const small = planned.find(({ process }) => process === SMALLEST);
    writeTree(small?.entries ?? [], join(folder, "first"), { time: new Date(0) });
    return planned;
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every main file of the gateway and the services has an image or is listed as one without", () => {
  const mains = globSync(["gateway/src/main*.ts", "services/*/src/main*.ts"], { cwd: root });
  const tests = /\.(?:test|contract)\.ts$/;
  expect(mains.filter((main) => !tests.test(main)).sort()).toEqual(
    [...Object.values(IMAGE_PROCESSES), ...MAINS_WITHOUT_IMAGE].sort(),
  );
});

test("the chart runs exactly the processes that have an image, by default with the tag that the images get", () => {
  const chart = join(root, "deploy/helm/network-access-service");
  const processesOfChart = readFileSync(join(chart, "templates/_processes.tpl"), "utf8").matchAll(/^([a-z][a-z-]*):/gm);
  expect([...processesOfChart].map(([, name]) => name).sort()).toEqual([...processes].sort());
  const { appVersion } = parse(readFileSync(join(chart, "Chart.yaml"), "utf8"));
  expect(new Set(trees.map(({ version }) => version))).toEqual(new Set([appVersion]));
});

describe.each(processes)("the tree of %s", (name) => {
  test("has no test, no TypeScript and no source map of this repository", () => {
    const own = pathsOf(tree(name)).filter((path) => !path.startsWith("node_modules/"));
    expect(own).toContain("main.js");
    expect(
      own.filter((path) => /\.tsx?$|\.map$|\.(?:test|contract|bench)\.|testkit|\/(?:test|bench)\//.test(path)),
    ).toEqual([]);
  });

  test("has only packages that its modules need in production, and no package manager", () => {
    const names = tree(name).packages.map(({ manifest }) => manifest.name);
    const development = [
      "fast-check",
      "autocannon",
      "@swc/core",
      "graphql-http",
      "typescript",
      "jest",
      "@apollo/composition",
    ];
    // The gateway's image may contain @apollo/composition, because the library that the gateway is built with depends
    // on it.
    const allowed = name === "gateway" ? ["@apollo/composition"] : [];
    expect(names.filter((each) => development.includes(each) && !allowed.includes(each))).toEqual([]);
    expect(names.filter((each) => /^(?:npm|pnpm|yarn|corepack)$|^@types\//.test(each))).toEqual([]);
  });

  test("has the target of every link", () => {
    const { entries, packages } = tree(name);
    const folders = new Set([
      ...packages.map((each) => each.folder),
      ...pathsOf(tree(name))
        .filter((path) => path.endsWith("/package.json"))
        .map((path) => path.slice(0, -"/package.json".length)),
    ]);
    const missing = entries.filter((entry) => "link" in entry && !folders.has(join(entry.path, "..", entry.link)));
    expect(missing).toEqual([]);
  });

  test("has an SBOM that is valid, and names every third-party package", async () => {
    const sbom = createSbom(tree(name), [
      { type: "deb", name: "libc6", version: "2.41-12", qualifiers: { arch: "amd64", distro: "debian-13" } },
    ]);
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(sbom)).toBeNull();
    const { components } = JSON.parse(sbom) as { components: { purl?: string; hashes?: unknown[] }[] };
    const expected = new Set(tree(name).packages.map(({ manifest }) => `${manifest.name}@${manifest.version}`));
    const listed = components.filter(({ purl }) => purl?.startsWith("pkg:npm/"));
    expect(new Set(listed.map(({ purl = "" }) => decodeURIComponent(purl.slice("pkg:npm/".length))))).toEqual(expected);
    expect(listed.filter(({ hashes }) => hashes === undefined)).toEqual([]);
    expect(components.map(({ purl }) => purl)).toContain("pkg:deb/debian/libc6@2.41-12?arch=amd64&distro=debian-13");
  });
});

test("the database driver of the images is the patched one", () => {
  const patch = readFileSync(join(root, "deploy/patches/mongodb@7.8.0.patch"), "utf8");
  const [, patched = ""] = /^\+\+\+ b\/(.*\.js)$/m.exec(patch) ?? [];
  const [, added = ""] = /^\+(?!\+)\s*(\S.*)$/m.exec(patch) ?? [];
  expect([patched, added]).not.toContain("");
  const entry = tree("change-request").entries.find(({ path }) => path.endsWith(`/node_modules/mongodb/${patched}`));
  expect(entry && "from" in entry ? readFileSync(entry.from, "utf8") : "").toContain(added);
});

test("the tool server's image has the documentation without the decisions", () => {
  const pages = pathsOf(tree("mcp-tools")).filter((path) => path.endsWith(".md") && !path.startsWith("node_modules/"));
  expect(pages).toEqual(
    expect.arrayContaining(["docs/feeds.md", "docs/siql/overview.md", "services/inventory/README.md"]),
  );
  expect(pages.filter((path) => path.includes("decisions"))).toEqual([]);
});

test("two trees of one process have the same bytes, modes and times", async () => {
  await withTrees(root, [SMALLEST], ([again]) =>
    writeTree(again?.entries ?? [], join(folder, "second"), { time: new Date(0) }),
  );
  const first = describeFolder(join(folder, "first"));
  expect(first.length).toBeGreaterThan(1_000);
  expect(first.every(({ time, mode }) => time === 0 && mode !== 0o600)).toBe(true);
  expect(describeFolder(join(folder, "second"))).toEqual(first);
});

/**
 * Lists everything in a folder. Each entry has the mode, the time and a hash of the content, because a container image
 * stores all three.
 */
function describeFolder(path: string) {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const stat = lstatSync(join(path, name));
      const bytes = stat.isSymbolicLink()
        ? readlinkSync(join(path, name))
        : stat.isFile()
          ? readFileSync(join(path, name))
          : "";
      return { name, mode: stat.mode, time: stat.mtimeMs, hash: createHash("sha256").update(bytes).digest("hex") };
    });
}
