// Every command loads this file first. The file checks the machine, installs the dependencies, and finds the Node that
// runs the rest of the command. It is plain JavaScript without imports from packages, because it runs before the
// dependencies are installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { atLeast, WITH_DOCKER, whatIsMissing } from "./what-is-missing.mjs";

const PNPM = "pnpm@12.21.0";

export const root = resolve(import.meta.dirname, "../..");

/**
 * Checks that the machine has the required programs. Installs the dependencies if the lock file has changed since the
 * last installation. Returns the path of the Node executable. If a program is missing or the installation fails, prints
 * the problem and exits.
 */
export async function prepare({ engines }) {
  const missing = whatIsMissing(thisMachine(), { engines });
  if (missing.length > 0) {
    console.error(`Missing on this machine:\n${missing.map((line) => `  - ${line}`).join("\n")}`);
    if (engines && !missing.some((line) => line.includes(WITH_DOCKER))) console.error(`Alternatively: ${WITH_DOCKER}.`);
    process.exit(1);
  }
  await installDependencies();
  return workspaceNode();
}

/**
 * Runs a program with the input and output of this process. Forwards SIGINT, SIGTERM and SIGHUP to the program.
 * Resolves with the exit code when the program has ended.
 */
export function runScript(node, args, options = {}) {
  const child = spawn(node, args, { cwd: root, stdio: "inherit", ...options });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("exit", (code, signal) => done(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}

async function installDependencies() {
  const mark = join(root, "node_modules", ".installed-lock-file");
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "pnpm-lock.yaml")))
    .digest("hex");
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  console.log("Installing dependencies");
  const code = await runScript("npx", ["--yes", PNPM, "install", "--frozen-lockfile", "--reporter=append-only"]);
  if (code !== 0) {
    console.error("The dependencies could not be installed; see the output of pnpm above.");
    process.exit(1);
  }
  writeFileSync(mark, wanted);
}

/**
 * Returns the path of the Node executable. The dependencies include an executable of Node 24, which is used if it runs
 * on this machine. Otherwise, the Node that runs this file is used if its version is 24 or newer. If neither can be
 * used, prints the problem and exits.
 */
function workspaceNode() {
  const own = join(root, "node_modules/.bin/node");
  if (existsSync(own) && spawnSync(own, ["--version"]).status === 0) return own;
  if (atLeast(process.versions.node, [24, 0])) return process.execPath;
  console.error(
    `Missing on this machine:\n  - Node 24 (this is ${process.versions.node}, and the dependencies have none for this machine): \`nvm install 24\``,
  );
  process.exit(1);
}

function thisMachine() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const go = (name) => spawnSync("go", ["env", name], { encoding: "utf8" }).stdout?.trim() ?? "";
  return {
    platform: process.platform,
    arch: process.arch,
    nodeVersion: process.versions.node,
    has: (program) => folders.some((folder) => isExecutable(join(folder, program))),
    goVersion: () => go("GOVERSION").replace(/^go/, "") || undefined,
    goMayFetchNewer: () => go("GOTOOLCHAIN") !== "local",
    environment: process.env,
  };
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
