import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fetchOnce } from "../fetching/fetch-once.ts";
import { runProgram } from "../processes/run-program.ts";
import type { FetchPlace } from "./engine.ts";

const FERRETDB_VERSION = "2.7.0";
const MODULE = "github.com/FerretDB/FerretDB/v2";

/** Builds FerretDB from the modules that `ferretdb/go.mod` and `go.sum` pin. Returns the path of the program. */
export async function fetchFerretdb({ cache, progress, environment }: FetchPlace): Promise<string> {
  const target = join(cache, `ferretdb-${FERRETDB_VERSION}`);
  await fetchOnce(
    target,
    (line) => progress.line(`  ${line}`),
    async (staging) => {
      const step = progress.begin(`building FerretDB ${FERRETDB_VERSION}`);
      try {
        await build(staging, environment);
        step.done(`  FerretDB ${FERRETDB_VERSION} built`);
      } finally {
        step.end();
      }
    },
  );
  return join(target, "ferretdb");
}

async function build(folder: string, environment: FetchPlace["environment"]): Promise<void> {
  const sources = join(folder, "sources");
  mkdirSync(sources);
  for (const name of ["go.mod", "go.sum"])
    copyFileSync(join(import.meta.dirname, "ferretdb", name), join(sources, name));
  const go = (...args: string[]) => runProgram("go", args, { folder: sources, environment });
  await go("mod", "vendor");
  // The program does not start without this file, and the module lacks it.
  writeFileSync(join(sources, "vendor", MODULE, "build/version/version.txt"), `v${FERRETDB_VERSION}\n`);
  await go("build", "-mod=vendor", "-trimpath", "-o", "ferretdb", `${MODULE}/cmd/ferretdb`);
  renameSync(join(sources, "ferretdb"), join(folder, "ferretdb"));
  rmSync(sources, { recursive: true });
}
