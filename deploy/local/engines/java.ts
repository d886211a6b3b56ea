import { existsSync, globSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { isPassable } from "../processes/passable.ts";
import { runProgram } from "../processes/run-program.ts";

const NEEDED = 21;

/** Finds the newest Java on this machine that can run OpenSearch. Returns undefined if there is none. */
export async function findJava(environment: Record<string, string | undefined>): Promise<string | undefined> {
  const homes = [
    environment.OPENSEARCH_JAVA_HOME,
    environment.JAVA_HOME,
    ...globSync("/usr/lib/jvm/*"),
    javaInPath(environment),
  ];
  const found: { program: string; major: number }[] = [];
  for (const home of new Set(homes)) {
    if (home === undefined || !existsSync(join(home, "bin/java"))) continue;
    const program = realpathSync(join(home, "bin/java"));
    // Under root, OpenSearch runs as another user. That user must be able to reach Java.
    if (process.getuid?.() === 0 && !isPassable(dirname(program))) continue;
    const major = await javaMajor(program);
    if (major >= NEEDED && !found.some((other) => other.program === program)) found.push({ program, major });
  }
  return found.sort((one, other) => other.major - one.major)[0]?.program;
}

/** Returns the major version that `java -version` or `java --version` printed, or 0 if the output contains none. */
export function parseJavaMajor(printed: string): number {
  return Number(/(?:version "|openjdk )(?:1\.)?(\d+)/.exec(printed)?.[1] ?? 0);
}

function javaMajor(program: string): Promise<number> {
  return runProgram(program, ["--version"]).then(parseJavaMajor, () => 0);
}

function javaInPath(environment: Record<string, string | undefined>): string | undefined {
  const folder = (environment.PATH ?? "")
    .split(delimiter)
    .find((path) => path !== "" && existsSync(join(path, "java")));
  return folder === undefined ? undefined : join(dirname(realpathSync(join(folder, "java"))), "..");
}
