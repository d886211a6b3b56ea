// Every command loads this file first. It checks the machine, installs dependencies and finds the Node that runs the
// rest of the command. It is plain JavaScript without dependencies, because nothing is installed yet.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { atLeast, WITH_DOCKER, whatIsMissing } from "./what-is-missing.mjs";

const PNPM = "pnpm@12.21.0";

export const root = resolve(import.meta.dirname, "../..");

/** Checks the machine, and installs dependencies if the lock file changed. Ends the process if something is missing. */
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
 * Runs a program with inherited output. Passes signals on to the program. Resolves with the exit code when the program
 * has ended.
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
 * Returns the Node 24 that is installed as a dependency, if it runs on this machine. If it does not, returns the
 * running Node, if that is version 24 or newer. If neither can be used, ends the process.
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
