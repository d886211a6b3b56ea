import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { IMAGE_PROCESSES, type ImageProcess } from "@network-access/images/image-processes";
import { IMAGE_USER } from "@network-access/images/image-user";
import { writeTrees } from "@network-access/images/write-trees";
import { runProgram } from "@network-access/local-stack/run-program";
import { temporaryDataFolder } from "@network-access/local-stack/temporary-data-folder";

export const processes = Object.keys(IMAGE_PROCESSES) as ImageProcess[];

/** How a program ended, and everything that it printed. */
interface Ended {
  readonly code: number | null;
  readonly printed: string;
}

/**
 * Writes the files of all images into a folder for each process, and makes the folders read-only. If root runs the
 * tests, the processes run as the user of the images, because root can write to read-only folders.
 */
export async function writeReadOnlyTrees() {
  const folder = temporaryDataFolder();
  const user = process.getuid?.() === 0 ? IMAGE_USER : undefined;
  // Copies Node, because `IMAGE_USER` may not have access to the folder of the Node that runs this test.
  const node = path.join(folder, "node");
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  await writeTrees(path.resolve(import.meta.dirname, "../.."), folder, processes);
  await runProgram("chmod", ["-R", "a-w", folder]);
  const run = (args: readonly string[], environment: Readonly<Record<string, string>>) =>
    new Promise<Ended>((resolve, reject) => {
      const child = spawn(node, args, { env: environment, cwd: folder, timeout: 240_000, ...user });
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk));
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, printed }));
    });
  return {
    ...{ folder, node, user },
    /** Runs a process until it ends. Its environment contains only `NODE_ENV=production` and `settings`. */
    start: (name: ImageProcess, settings: Readonly<Record<string, string>> = {}) =>
      run([path.join(folder, name, "app/main.js")], { NODE_ENV: "production", ...settings }),
    /** Runs a script with the same Node and user as the processes, and with an empty environment. */
    script: (text: string) => run(["--eval", text], {}),
    async remove() {
      await runProgram("chmod", ["-R", "u+w", folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

export type ReadOnlyTrees = Awaited<ReturnType<typeof writeReadOnlyTrees>>;

/** Returns the environment with which a process was started. */
export function environmentOf(pid: number): Readonly<Record<string, string>> {
  const variables = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").filter(Boolean);
  return Object.fromEntries(
    variables.map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]),
  );
}

/** Returns the id of the user that runs a process. */
export function userOf(pid: number): number {
  const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(uid);
}
