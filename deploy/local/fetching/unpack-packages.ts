import { type ChildProcess, spawn } from "node:child_process";
import { runProgram } from "../processes/run-program.ts";

const LEFT_OUT = [
  ...["doc", "man", "locale", "perl", "i18n", "fonts"].map((name) => `./usr/share/${name}`),
  "*/bitcode/*",
];
const AT_ONCE = 2;

/**
 * Extracts Debian packages into `folder`, except files that match a pattern in `leftOut`. The default patterns match
 * files that a server does not need, such as documentation. Removes the setuid and setgid bits of all extracted files.
 */
export async function unpackPackages(
  files: readonly string[],
  folder: string,
  leftOut: readonly string[] = LEFT_OUT,
): Promise<void> {
  const waiting = [...files];
  const worker = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await unpack(file, folder, leftOut);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  // Removes the setuid and setgid bits, so that no extracted program runs with the rights of another user or group.
  await runProgram("find", [folder, "-type", "f", "-perm", "/6000", "-exec", "chmod", "a-s", "{}", "+"]);
}

async function unpack(file: string, folder: string, leftOut: readonly string[]): Promise<void> {
  const args = ["-x", "--no-same-owner", "-C", folder, ...leftOut.map((pattern) => `--exclude=${pattern}`)];
  const reader = spawn("dpkg-deb", ["--fsys-tarfile", file], { stdio: ["ignore", "pipe", "ignore"] });
  const writer = spawn("tar", args, { stdio: ["pipe", "ignore", "ignore"] });
  // dpkg-deb writes an archive to tar through a pipe. tar stops reading at the end mark of the archive, but padding
  // follows this mark. The code below reads the padding too, because otherwise dpkg-deb would never end.
  writer.stdin.on("error", () => undefined);
  writer.stdin.once("close", () => reader.stdout.resume());
  reader.stdout.pipe(writer.stdin);
  const codes = await Promise.all([ending(reader), ending(writer)]);
  if (codes.some((code) => code !== 0)) throw new Error(`${file} could not be unpacked`);
}

function ending(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
}
