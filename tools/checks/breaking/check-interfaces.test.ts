import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { checkInterfaces } from "./check-interfaces.ts";
import { graphChanges } from "./graph-changes.ts";

const FILE = "gateway/api-schema.graphql";
const first = "type Query { request: Request }\ntype Request { id: String! score: Int state: String! }\n";
const withoutScore = first.replace("score: Int ", "");
const removed = "Request.score was removed.";

const made = mkdtempSync(join(tmpdir(), "breaking-"));
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** Creates a repository with one interface file. For each text, commits the file with that text. */
function repository(...texts: readonly string[]) {
  const root = mkdtempSync(join(made, "repository-"));
  const git = (...args: string[]) => runGit(root, args);
  const write = (text: string) => writeFileSync(join(root, FILE), text);
  const commit = (text: string) => {
    write(text);
    git("add", "-A");
    git("commit", "-q", "-m", "The interface changes");
    return git("rev-parse", "--short", "HEAD").trim();
  };
  mkdirSync(join(root, "gateway"));
  mkdirSync(join(root, "docs/decisions"), { recursive: true });
  writeFileSync(join(root, "docs/decisions/README.md"), "# Decisions\n");
  git("init", "-q");
  const commits = texts.map(commit);
  return { root, git, commit, commits, decide: (text: string) => decide(root, text) };
}

function decide(root: string, text: string) {
  writeFileSync(join(root, "docs/decisions/0100-no-score.md"), `# 0100 No score\n\n**Faced.** It misled.\n\n${text}\n`);
}

function runGit(folder: string, args: readonly string[]): string {
  const own = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "protocol.file.allow=always"];
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return execFileSync("git", [...own, ...args], {
    cwd: folder,
    env: Object.fromEntries(environment),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

const check = (root: string, now: string) =>
  checkInterfaces(root, [{ name: "graph", file: FILE, now, compare: graphChanges }]);

test("a break in the working tree fails, and the report contains the line that names it", () => {
  const { root, commits, decide } = repository(first);
  const found = check(root, withoutScore);
  expect(found.isBroken).toBe(true);
  expect(found.text).toBe(
    [
      `graph: BROKEN: the working tree against commit ${commits[0]}`,
      `  breaks: ${removed}`,
      "",
      "This breaks clients. Revert it, or, if it is intended, add these lines to a decision record in",
      "docs/decisions (NNNN-title.md):",
      "",
      `Breaks: ${removed}`,
    ].join("\n"),
  );
  decide(found.text.split("\n").at(-1) ?? "");
  expect(check(root, withoutScore)).toEqual({
    isBroken: false,
    text: `graph: breaks only what a decision names (1): the working tree against commit ${commits[0]}`,
  });
});

test("a break that was committed is found in a clean tree, also where others changed the interface after it", () => {
  const { root, commit, commits } = repository(first, withoutScore);
  expect(check(root, withoutScore)).toMatchObject({ isBroken: true });
  const later = `${withoutScore}type Later { id: String }\n`;
  commit(later);
  const { isBroken, text } = check(root, later);
  expect(isBroken).toBe(true);
  expect(text).toContain(`  breaks since commit ${commits[1]}: ${removed}`);
});

test("a break that was committed and reverted is none", () => {
  const { root } = repository(first, withoutScore, first);
  expect(check(root, first)).toMatchObject({ isBroken: false });
});

test("a type that changed twice is named once for each change", () => {
  const [text, float] = [first.replace("Int", "String"), first.replace("Int", "Float")];
  const { root, commits, decide } = repository(first, text, float);
  const found = check(root, float).text;
  const sentences = [
    "Request.score changed type from Int to String.",
    "Request.score changed type from String to Float.",
  ];
  expect(found).toContain(`breaks since commit ${commits[1]}: ${sentences[0]}`);
  expect(found).toContain(`breaks since commit ${commits[2]}: ${sentences[1]}`);
  decide(sentences.map((sentence) => `Breaks: ${sentence}`).join("\n"));
  expect(check(root, float)).toMatchObject({ isBroken: false });
});

test("a break other than the named one fails", () => {
  const { root, decide } = repository(first);
  decide("Breaks: Request.score changed type from Int to String.\nIt also says Breaks: Request.score was removed.");
  expect(check(root, withoutScore)).toMatchObject({ isBroken: true });
});

test("dangerous changes of the newest commit are reported, and do not fail", () => {
  const { root } = repository(first);
  const { isBroken, text } = check(root, first.replace("request: Request", "request(id: String): Request"));
  expect(isBroken).toBe(false);
  expect(text).toMatch(/^graph: nothing breaks: .*\n {2}dangerous: An optional arg id on Query.request was added.$/);
});

test("a shallow clone is compared as far as possible, and the report says so", () => {
  const { root, commits } = repository(first, withoutScore);
  const shallow = join(made, "shallow");
  runGit(made, ["clone", "-q", "--depth=1", `file://${root}`, shallow]);
  expect(check(shallow, withoutScore)).toEqual({
    isBroken: false,
    text: "graph: compared with nothing: this clone is shallow",
  });
  const { isBroken, text } = check(shallow, withoutScore.replace("state: String!", ""));
  expect(isBroken).toBe(true);
  expect(text).toContain(`against commit ${commits[1]}; nothing older, because this clone is shallow`);
});

test("a partial clone fetches nothing, and the report names what could not be read", () => {
  const { root, git, commits } = repository(first, withoutScore);
  git("config", "uploadpack.allowFilter", "true");
  const partial = join(made, "partial");
  runGit(made, ["clone", "-q", "--filter=blob:none", `file://${root}`, partial]);
  rmSync(root, { recursive: true });
  const { isBroken, text } = check(partial, withoutScore);
  expect(isBroken).toBe(false);
  expect(text).toBe(`graph: compared with nothing: the file can't be read in commit ${commits[0]}`);
});

test("without history, committed or not, and inside another repository the report says that nothing was compared", () => {
  const { root } = repository();
  expect(check(root, first)).toEqual({
    isBroken: false,
    text: "graph: compared with nothing: nothing is committed here yet",
  });
  const unpacked = join(repository(first).root, "vendor");
  cpSync(root, unpacked, { recursive: true });
  rmSync(join(unpacked, ".git"), { recursive: true });
  const bare = mkdtempSync(join(made, "unpacked-"));
  cpSync(unpacked, bare, { recursive: true });
  for (const copy of [unpacked, bare])
    expect(check(copy, first).text).toBe("graph: compared with nothing: there is no git history here");
});

test("a machine without git does not fail", () => {
  const { root } = repository(first);
  const { PATH } = process.env;
  process.env.PATH = made;
  try {
    expect(check(root, withoutScore)).toEqual({
      isBroken: false,
      text: expect.stringMatching(/^graph: compared with nothing: git can't be run here/),
    });
  } finally {
    process.env.PATH = PATH;
  }
});

test("inside a hook of another repository it reads its own", () => {
  const { root } = repository(first);
  process.env.GIT_DIR = join(repository(withoutScore).root, ".git");
  try {
    expect(check(root, withoutScore)).toMatchObject({ isBroken: true });
  } finally {
    delete process.env.GIT_DIR;
  }
});
