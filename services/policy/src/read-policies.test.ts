import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { aText } from "../test/builders.ts";
import { boundaryYaml } from "./files/boundary-yaml.ts";
import { fileNames } from "./files/file-names.ts";
import { parsePolicyFile } from "./files/parse-policy-file.ts";
import { policyFolder } from "./files/policy-folder.ts";
import { placeText } from "./policy-boundary.ts";
import { readPolicies } from "./read-policies.ts";

const root = mkdtempSync(path.join(tmpdir(), "policies-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  folders += 1;
  const folder = path.join(root, `p${folders}`);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

const reading = (folder: string) => readPolicies({ ...policyFolder(folder), parse: parsePolicyFile }, "policies");
const errorsIn = async (folder: string) =>
  (await reading(folder)).errors.map(({ place, path: at, message }) => `${placeText(place)} ${at} ${message}`);
const boundary = (id: string) => boundaryYaml(aText(id));

test("every YAML file below the folder is read, sorted, and nothing else is", async () => {
  const folder = folderOf({
    "z.yml": boundary("z"),
    "b/2.yaml": boundary("b2"),
    "b/1.yaml": `\ufeff${boundary("b1")}`,
    "a.yaml": "# nothing yet",
    ".hidden/x.yaml": boundary("x"),
    ".x.yaml": boundary("x"),
    "README.md": "id: x",
  });
  symlinkSync(path.join(folder, ".hidden/x.yaml"), path.join(folder, "linked.yaml"));
  symlinkSync(folder, path.join(folder, "b", "loop"));
  const { boundaries, errors, files } = await reading(folder);
  expect(errors).toEqual([]);
  expect(boundaries.map(({ text, place }) => `${place.file} ${text.id}`)).toEqual([
    "policies/b/1.yaml b1",
    "policies/b/2.yaml b2",
    "policies/linked.yaml x",
    "policies/z.yml z",
  ]);
  expect(files).toBe(5);
});

test("the extension may have any case, and a broken link is refused", async () => {
  const folder = folderOf({ "A.YAML": boundary("a"), "b.Yml": boundary("b") });
  expect((await reading(folder)).boundaries.map(({ text }) => text.id)).toEqual(["a", "b"]);
  symlinkSync("nowhere", path.join(folder, "c.yaml"));
  expect(await errorsIn(folder)).toEqual(["policies/c.yaml  can't be read: ENOENT"]);
});

test("a repeated id is refused, and both places are named", async () => {
  const folder = folderOf({ "a.yaml": boundary("web"), "b/c.yaml": `# again\n${boundary("web")}` });
  expect(await errorsIn(folder)).toEqual([
    "policies/b/c.yaml:2 id is also the id of the boundary at policies/a.yaml:1; change one of them",
  ]);
});

test("a missing folder, or a file in its place, is named", async () => {
  expect(await errorsIn(path.join(root, "nowhere"))).toEqual([
    "policies  does not exist; name the folder with the files",
  ]);
  const folder = folderOf({ file: "" });
  expect(await errorsIn(path.join(folder, "file"))).toEqual([
    "policies  is not a folder; name the folder with the files",
  ]);
});

test("a file that is too large, or not UTF-8, is named, and the others are read", async () => {
  const folder = folderOf({
    "large.yaml": "#".repeat(2 * 1_024 * 1_024 + 1),
    "latin.yaml": new Uint8Array([0x69, 0x64, 0x3a, 0x20, 0xe9]),
    "sound.yaml": boundary("a"),
  });
  expect(await errorsIn(folder)).toEqual([
    "policies/large.yaml  is larger than 2 MiB; split it",
    "policies/latin.yaml  is not UTF-8; save it as UTF-8",
  ]);
  expect((await reading(folder)).boundaries).toHaveLength(1);
});

test("the limits of a folder are enforced where they are exceeded", async () => {
  const file = new TextEncoder().encode("# nothing".padEnd(2 * 1_024 * 1_024, " "));
  const needs = {
    find: async () => ({ ok: true as const, files: Array.from({ length: 20 }, (_, n) => `${n}.yaml`) }),
    read: async () => file,
    parse: () => ({ boundaries: [], errors: [] }),
  };
  expect((await readPolicies(needs, ".")).errors).toMatchObject([
    { place: { file: "16.yaml" }, message: expect.stringContaining("32 MiB") },
  ]);
  const many = Array.from({ length: 6_000 }, (_, n) => ({
    text: aText(`b${n}`),
    place: { file: "f", line: 1, column: 1 },
  }));
  const parse = () => ({ boundaries: many, errors: [] });
  const { errors } = await readPolicies({ ...needs, read: async () => new Uint8Array(), parse }, "p/");
  expect(errors).toContainEqual(expect.objectContaining({ message: expect.stringContaining("10,000 boundaries") }));
});

test("file names are the ids where these are plain, and are distinct for distinct ids", () => {
  const ids = ["web-out", "Web", "web", "a/b", "a b", "..", ".x", "日本", "con", "x".repeat(200)];
  const names = fileNames(ids);
  expect(names.slice(0, 1)).toEqual(["web-out"]);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/);
});

test("an id keeps its file name, so that an export replaces the file of the one before", () => {
  expect(fileNames(["web-out", "a/b", "con"])).toEqual(["web-out", "a-b-c14cddc033f6", "con-1143da2bc54c"]);
});
