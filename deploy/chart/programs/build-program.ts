import { copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, makePassableFolder } from "@network-access/local-stack/cache-folder";
import { fetchOnce } from "@network-access/local-stack/fetch-once";
import { showProgress } from "@network-access/local-stack/progress";
import { runProgram } from "@network-access/local-stack/run-program";

/** Builds a Go program once, from the modules that are pinned in the folder of its name. Returns its path. */
export async function buildProgram(program: {
  readonly name: string;
  readonly version: string;
  readonly module: string;
  /** Variables of the program that are set when it is linked, by their full names. */
  readonly variables?: Readonly<Record<string, string>>;
}): Promise<string> {
  const { name, version, module, variables = {} } = program;
  const cache = cacheFolder(process.env);
  makePassableFolder(cache);
  const progress = showProgress(process.stderr);
  const target = join(cache, `${name}-${version}`);
  await fetchOnce(
    target,
    (line) => progress.line(`  ${line}`),
    async (staging) => {
      const step = progress.begin(`building ${name} ${version}`);
      const sources = join(staging, "sources");
      mkdirSync(sources);
      for (const file of ["go.mod", "go.sum"]) copyFileSync(join(import.meta.dirname, name, file), join(sources, file));
      const linked = Object.entries(variables).map(([variable, value]) => ` -X ${variable}=${value}`);
      const flags = ["-mod=readonly", "-trimpath", `-ldflags=-s -w${linked.join("")}`, "-o", name];
      await runProgram("go", ["build", ...flags, module], { folder: sources }).finally(() => step.end());
      renameSync(join(sources, name), join(staging, name));
      rmSync(sources, { recursive: true });
    },
  );
  return join(target, name);
}
