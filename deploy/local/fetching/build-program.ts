import { copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../processes/run-program.ts";
import { fetchOnce } from "./fetch-once.ts";
import type { FetchPlace } from "./fetch-place.ts";

/** A Go program. */
export interface GoProgram {
  /** The name of the program's file. The program's folder in the cache is `<name>-<version>`. */
  readonly name: string;
  /** The name of the program in progress messages. The default is `name`. */
  readonly title?: string;
  readonly version: string;
  /** The folder whose `go.mod` and `go.sum` pin the modules. */
  readonly pins: string;
  /** The module of the program's main package. */
  readonly module: string;
  /** Flags of `go build`, in addition to `-trimpath` and `-o`. */
  readonly flags: readonly string[];
  /**
   * Runs before the build, for example to vendor and change the modules. `go` runs a Go command in the folder
   * `sources`.
   */
  prepare?(sources: string, go: (...args: string[]) => Promise<string>): Promise<void>;
}

/** Builds a Go program once, from pinned modules. Returns its path. */
export async function buildProgram(
  program: GoProgram,
  { cache, progress, environment }: Omit<FetchPlace, "refresh">,
): Promise<string> {
  const { name, title = name, version, pins, module, flags } = program;
  const target = join(cache, `${name}-${version}`);
  await fetchOnce(
    target,
    (line) => progress.line(`  ${line}`),
    async (staging) => {
      const step = progress.begin(`building ${title} ${version}`);
      const sources = join(staging, "sources");
      const go = (...args: string[]) => runProgram("go", args, { folder: sources, environment });
      try {
        mkdirSync(sources);
        for (const file of ["go.mod", "go.sum"]) copyFileSync(join(pins, file), join(sources, file));
        await program.prepare?.(sources, go);
        await go("build", ...flags, "-trimpath", "-o", name, module);
        renameSync(join(sources, name), join(staging, name));
        rmSync(sources, { recursive: true });
        step.done(`  ${title} ${version} built`);
      } finally {
        step.end();
      }
    },
  );
  return join(target, name);
}
