import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";

/** One version of a file and its abbreviated commit. */
interface FileVersion {
  readonly commit: string;
  readonly text: string;
}

/** The local history of a file. */
export interface FileHistory {
  /** The versions, newest first. */
  readonly versions: readonly FileVersion[];
  /**
   * The reason why older versions can't be read. Undefined if `versions` has all versions, or as many as requested
   * (`most`).
   */
  readonly cut: string | undefined;
}

/**
 * Reads the newest versions of a file from git, at most `most`. Of merge commits, follows only the first parent. If
 * git, the repository or a part of the history is missing (as in a shallow or partial clone), returns fewer versions
 * and the reason in `cut`. Fetches nothing, and never throws.
 */
export function readFileVersions(root: string, file: string, most: number): FileHistory {
  const git = gitIn(root);
  const top = git("rev-parse", "--show-toplevel");
  if (!top.ok) return { versions: [], cut: top.reason };
  // If this tree is a copy inside another repository, the history of that repository is not the history of this tree.
  if (realpathSync(top.printed.trim()) !== realpathSync(root))
    return { versions: [], cut: "there is no git history here" };
  const log = git("log", "--first-parent", `--max-count=${most}`, "--format=%h", "--", file);
  if (!log.ok) return { versions: [], cut: log.reason };
  const versions: FileVersion[] = [];
  for (const commit of log.printed.split("\n").filter(Boolean)) {
    const shown = git("show", `${commit}:${file}`);
    if (!shown.ok) return { versions, cut: `the file can't be read in commit ${commit}` };
    versions.push({ commit, text: shown.printed });
  }
  const isWhole = versions.length === most || git("rev-parse", "--is-shallow-repository").printed.trim() !== "true";
  return { versions, cut: isWhole ? undefined : "this clone is shallow" };
}

/**
 * Reads the files of a commit whose paths `isWanted` selects. If this fails, returns the reason in `cut`. Never throws.
 */
export function readFilesOf(
  root: string,
  commit: string,
  isWanted: (path: string) => boolean,
): { readonly files: ReadonlyMap<string, string>; readonly cut: string | undefined } {
  const git = gitIn(root);
  const listed = git("ls-tree", "-r", "--name-only", commit);
  if (!listed.ok) return { files: new Map(), cut: `the commit ${commit.slice(0, 8)} can't be read here` };
  const files = new Map<string, string>();
  for (const path of listed.printed.split("\n").filter(isWanted)) {
    const shown = git("show", `${commit}:${path}`);
    if (!shown.ok) return { files, cut: `${path} can't be read in commit ${commit.slice(0, 8)}` };
    files.set(path, shown.printed);
  }
  return { files, cut: undefined };
}

interface Ran {
  readonly ok: boolean;
  readonly printed: string;
  /** The reason why git failed, in one line. */
  readonly reason: string;
}

function gitIn(root: string) {
  // Removes the variables of git. In a git hook, they name the repository and the index of the hook.
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const env = { ...Object.fromEntries(environment), GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" };
  return (...args: string[]): Ran => {
    const { status, stdout, stderr, error } = spawnSync("git", ["-c", `safe.directory=${root}`, ...args], {
      cwd: root,
      env,
      encoding: "utf8",
      maxBuffer: 64 * 1_024 * 1_024,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (error) return { ok: false, printed: "", reason: `git can't be run here (${error.message})` };
    return { ok: status === 0, printed: stdout, reason: status === 0 ? "" : reasonOf(stderr) };
  };
}

function reasonOf(said: string): string {
  if (said.includes("not a git repository")) return "there is no git history here";
  if (said.includes("does not have any commits yet")) return "nothing is committed here yet";
  return `git says: ${said.trim().split("\n")[0]}`;
}
